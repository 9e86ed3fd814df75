import { expect, it } from 'vitest'
import { createPageStyles } from './page-styles.ts'

const choose = (sheet: string, html = '<p class="a b">') => createPageStyles(sheet)(html)

it.each([
  ['an element', 'p{x:1}'],
  ['a class of the page', '.a{x:1}'],
  ['one selector of several', '.z,.a>.b:hover{x:1}'],
  ['an attribute, which a script may set', 'html[data-theme="."] .a{x:1}'],
  ['a class that the element need not have', '.a:not(.z):not(:has(.y,.z)){x:1}'],
  ['a class as one of several possible', ':is(.a,.z) svg{x:1}'],
  ['a font', '@font-face{src:url("a;b{c.woff2")}'],
  ['a statement', '@layer one,two;.a{x:1}'],
  ['a rule whose value contains a brace', '.a:after{content:"}"}.b{x:1}'],
  ['an animation of a rule that stays', '.a{animation:1s rise}@keyframes rise{0%{x:1}to{x:2}}'],
])('a page has the rules for %s', (_what, sheet) => {
  expect(choose(sheet)).toBe(sheet)
})

it.each([
  ['a class that no element has', '.z{x:1}'],
  ['an element inside such a class', '.a .z p{x:1}'],
  ['such a class with one that exists', '.a.z{x:1}'],
  ['a media query in which nothing stays', '@media (width<=9px){.z{x:1}.y{x:1}}'],
  ['an animation that no rule names', '@keyframes rise{0%{x:1}}'],
])('a page does not have the rules for %s', (_what, sheet) => {
  expect(choose(sheet)).toBe('')
})

it('what stays keeps its order, also inside of conditions', () => {
  const sheet = '.b{x:1}.z{x:1}@media print{.z{x:2}.a{x:2}@supports (x:1){.y{x:1}.b{x:3}}}/* why */.a{x:4}'
  expect(choose(sheet)).toBe('.b{x:1}@media print{.a{x:2}@supports (x:1){.b{x:3}}}.a{x:4}')
})

it('pages of one sheet each have their own rules, whichever were made before', () => {
  const stylesOf = createPageStyles('.a{x:1}.b{x:2}.z{x:3}')
  const pages = {
    '<p class="a">': '.a{x:1}',
    '<p class="b">': '.b{x:2}',
    '<b class="b"><p class="a b">': '.a{x:1}.b{x:2}',
  }
  for (const [html, styles] of [...Object.entries(pages), ...Object.entries(pages)])
    expect(stylesOf(html)).toBe(styles)
})
