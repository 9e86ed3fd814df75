import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawable, drawShareImage, SHARE_IMAGE, type ShareCard } from './share-image.ts'

const CARD: ShareCard = {
  kicker: 'Private video call with',
  title: 'Nora Demo',
  line: '@nora-chess',
  price: '£25.00 · 15 minutes',
  portrait: null,
}

/** How many pixels of the text column differ between two images. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const column = { left: 0, top: 0, width: 640, height: SHARE_IMAGE.heightPx }
  const read = (picture: Buffer) => sharp(picture).extract(column).greyscale().raw().toBuffer()
  const [a, b] = await Promise.all([read(one), read(other)])
  return a.reduce((sum, value, index) => sum + (Math.abs(value - (b[index] ?? 0)) > 40 ? 1 : 0), 0)
}

it('a share picture is a JPEG of the size that Open Graph readers ask for, with the words on it', async () => {
  const [nora, nobody] = await Promise.all([
    drawShareImage(CARD),
    drawShareImage({ kicker: '', title: '', line: '', price: '', portrait: null }),
  ])
  const { format, width, height } = await sharp(nora).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  expect(nora.length).toBeLessThan(150_000)
  expect(await differing(nora, nobody)).toBeGreaterThan(5_000)
})

it('the portrait is in the ring, cropped to a circle', async () => {
  const green = sharp({ create: { width: 64, height: 48, channels: 3, background: '#00ff00' } })
  const picture = sharp(await drawShareImage({ ...CARD, portrait: await green.png().toBuffer() }))
  const at = async (left: number, top: number) => [
    ...(await picture.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ]
  const [red = 255, greenValue = 0] = await at(926, 315)
  expect(red).toBeLessThan(30)
  expect(greenValue).toBeGreaterThan(220)
  expect((await at(926 - 190, 315 - 190)).every(value => value > 200)).toBe(true)
})

it.each([
  ['markup', '<b>&"\'</b><script>'],
  ['what is no character', 'a\u0000\u001b\ufffe\ud800 b'],
  ['nothing to see', '\u200b \u00a0'],
  ['a very long word', 'W'.repeat(300)],
  ['many words', 'word '.repeat(100)],
  ['other scripts and drawings', 'Иван 王 🎉 العربية'],
])('a name with %s is drawn as it was typed', async (_what, title) => {
  const picture = await drawShareImage({ ...CARD, title, line: title, price: title, kicker: title })
  expect((await sharp(picture).metadata()).width).toBe(1200)
})

it('text is escaped, and shortened with an ellipsis', () => {
  expect(drawable('<b>Tom & "Jerry"</b>', 90)).toBe('&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;')
  expect(drawable('a'.repeat(100), 10)).toBe(`${'a'.repeat(9)}…`)
})
