import { expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

it.each([
  [undefined, undefined, 'en'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.5', 'de'],
  [undefined, 'en-US,en;q=0.9,de;q=0.8', 'en'],
  [undefined, 'fr-FR, de;q=0.4, en;q=0.7', 'en'],
  [undefined, 'de;q=0, fr', 'en'],
  [undefined, 'pl', 'en'],
  [undefined, ',;q=,;;q=x', 'en'],
  ['parley_language=de', 'en-GB', 'de'],
  ['a=b; parley_language=en; c=d', 'de', 'en'],
  ['parley_language=<script>', 'de', 'de'],
  ['not_parley_language=en', 'de', 'de'],
])('with the cookie %s and the browser asking for %s a page is in %s', (cookie, accepted, language) => {
  expect(preferredLanguage({ cookie, 'accept-language': accepted })).toBe(language)
})
