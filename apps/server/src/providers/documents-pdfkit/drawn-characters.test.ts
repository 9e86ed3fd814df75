import { expect, it } from 'vitest'
import { drawable, MISSING_SIGN } from './drawn-characters.ts'

it.each([
  ['Łódź, zażółć gęślą jaźń', 'Łódź, zażółć gęślą jaźń', 0],
  ['Ποιος είναι; Škoda, Győr, Iași, İğdır', 'Ποιος είναι; Škoda, Győr, Iași, İğdır', 0],
  ['Объявление її ґанок', 'Объявление її ґанок', 0],
  ['decomposed: Lo\u0301dz\u0301', 'decomposed: Lódź', 0],
  [
    'a family 👨‍👩‍👧, a flag 🇵🇱 and a hand 👋🏽',
    `a family ${MISSING_SIGN}, a flag ${MISSING_SIGN} and a hand ${MISSING_SIGN}`,
    3,
  ],
  ['東京', MISSING_SIGN.repeat(2), 2],
  ['a mark e\u20dd', `a mark e${MISSING_SIGN}`, 1],
  ['soft\u00adly, joined\u200d, heart \u2764\ufe0f', `softly, joined, heart ${MISSING_SIGN}`, 1],
  ['paid \u202efdp.exe', 'paid fdp.exe', 0],
  ['a\u202fb\tc\r\nd\u2028e', 'a b c\nd\ne', 0],
  ['half \ud83d', `half ${MISSING_SIGN}`, 1],
  ['nul \u0000', `nul ${MISSING_SIGN}`, 1],
])('%j is drawn as %j', (text, shown, missing) => {
  expect(drawable(text)).toEqual({ text: shown, missing })
})
