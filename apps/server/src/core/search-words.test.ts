import { expect, it } from 'vitest'
import { wordsQuery } from './search-words.ts'

it.each([
  ['chess', 'chess:*'],
  ['  Ches  open ', 'Ches:* & open:*'],
  ['José', 'Jose:*'],
  ['nora-chess', 'nora:* & chess:*'],
  ["a'; drop table users --", 'a:* & drop:* & table:* & users:*'],
  ['!(a | b) <-> c:A', 'a:* & b:* & c:* & A:*'],
  ['Иван 3', 'Иван:* & 3:*'],
])('%j is looked for as %j', (typed, query) => {
  expect(wordsQuery(typed)).toBe(query)
})

it.each(['', '   ', '&|!', '\u0000'])('%j has no word in it', typed => {
  expect(wordsQuery(typed)).toBeNull()
})

it('a long text is a search of its first eight words', () => {
  expect(wordsQuery('a b c d e f g h i j')?.split(' & ')).toHaveLength(8)
})
