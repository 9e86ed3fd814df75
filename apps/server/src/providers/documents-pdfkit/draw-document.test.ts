import { setImmediate } from 'node:timers/promises'
import { extractText } from 'unpdf'
import { expect, it } from 'vitest'
import { drawDocument } from './draw-document.ts'
import { isDrawn, MISSING_SIGN } from './drawn-characters.ts'

const MADE_AT = new Date('2026-03-04T05:06:07Z')
const drawn = (...lines: string[]) =>
  drawDocument({ title: 'Record', name: 'Sale 7', madeAt: MADE_AT, sections: [{ heading: 'Sold', lines }] })
async function readBack(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ').trim()
}

it('says what it was given in every language of our sellers, and the same bytes each time', async () => {
  const lines = [
    'Spotkanie: Łódź, Kraków, Gdańsk; zażółć gęślą jaźń',
    'Ποιος είναι; Συνάντηση στην Αθήνα, Ευχαριστώ',
    'Зустріч із Ґалаґаном: щастя, їжак, объявление',
    'Škoda, Győr, Iași, İğdır, Þórr, Tiếng Việt',
    '£25.00, 25,00 €, 100 ₺, 100 ₴ — “office” flight',
  ]
  const pdf = await drawn(...lines)
  expect(await readBack(pdf)).toBe(`Record Sold ${lines.join(' ')}`)
  expect((await drawn(...lines)).equals(pdf)).toBe(true)
})

it('shows a sign for each character that it cannot draw, and says so at its end', async () => {
  const note = (count: string) =>
    `${MISSING_SIGN} stands for a character that this document cannot show (${count}).`
  expect(await readBack(await drawn('Łódź 🎉 with 東京', 'A family 👨‍👩‍👧'))).toBe(
    `Record Sold Łódź ${MISSING_SIGN} with ${MISSING_SIGN}${MISSING_SIGN} A family ${MISSING_SIGN} ${note('4 in all')}`,
  )
  expect(await readBack(await drawn('Łódź'))).toBe('Record Sold Łódź')
})

it('has every character in its font that it does not replace', async () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
    .filter(character => isDrawn(character) && character !== ' ')
    // A mark needs a letter to stand on, and some characters are another one when they are composed.
    .map(character => (/\p{M}/u.test(character) ? `o${character}` : character).normalize('NFC'))
  expect(all.length).toBeGreaterThan(1_500)
  const read = (await readBack(await drawn(all.join(' ')))).normalize('NFKC')
  // The reader of PDFs makes a Greek letter of the sign for a millionth, and more such.
  expect(all.filter(character => !read.includes(character.normalize('NFKC').trim()))).toEqual([])
  expect(read).not.toContain(MISSING_SIGN)
})

it('draws in a thread of its own: the loop of the server runs on', async () => {
  let isDrawing = true
  const lines = Array.from({ length: 400 }, (_, nth) => `Minute ${nth}: buyer 3120 packets, 2400100 bytes`)
  const drawing = drawn(...lines).finally(() => {
    isDrawing = false
  })
  // In this thread, a document of this length would be drawn between two turns.
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  expect(isDrawing).toBe(true)
  await drawing
})

it('fails as drawing failed', async () => {
  await expect(
    drawDocument({ title: 'Record', name: 'Sale 7', madeAt: MADE_AT, sections: [null as never] }),
  ).rejects.toThrow()
})
