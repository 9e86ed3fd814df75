import { expect, it } from 'vitest'
import { escapeHtml } from './escape-html.ts'

it.for([
  ['a tag', '<script>', '&lt;script&gt;'],
  ['the end of an attribute in double quotes', '" onload="', '&quot; onload=&quot;'],
  ['the end of an attribute in single quotes', "' onload='", '&#39; onload=&#39;'],
  ['an escape as it was typed, once', '&lt;', '&amp;lt;'],
  ['other text, which stays', 'Zoë 🙂 1 + 1', 'Zoë 🙂 1 + 1'],
] as const)('%s', ([, text, escaped]) => {
  expect(escapeHtml(text)).toBe(escaped)
})
