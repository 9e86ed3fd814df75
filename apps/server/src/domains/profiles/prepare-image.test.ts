import { crc32, deflateSync } from 'node:zlib'
import { IMAGE_MAX_BYTES, messages } from '@parley/contract'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ImageFile } from './image-store.ts'
import { createImageMaker } from './prepare-image.ts'

const prepare = createImageMaker()
const make = (data: Uint8Array) => prepare({ file: new Blob([new Uint8Array(data)]), field: 'file' })
const refusal = (message: string, code = 'invalid') => ({ code, body: { file: [message] } })

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } })

function fileOf(files: ImageFile[], widthPx: number, format: string): Buffer {
  const found = files.find(file => file.widthPx === widthPx && file.format === format)
  if (!found) throw new Error(`no ${widthPx}.${format}`)
  return found.data
}

/** A PNG with this size in its header; its pixels are all equal, so the file is small. */
function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'in %s is converted to three widths and three formats',
    async format => {
      const { files } = await make(await paint(1600, 800).toFormat(format).toBuffer())
      const found = await Promise.all(
        files.map(async file => {
          const { width, height, format: kind } = await sharp(file.data).metadata()
          return `${file.widthPx}.${file.format} ${width}x${height} ${kind}`
        }),
      )
      expect(found).toEqual([
        '160.avif 160x80 heif',
        '160.webp 160x80 webp',
        '160.jpeg 160x80 jpeg',
        '480.avif 480x240 heif',
        '480.webp 480x240 webp',
        '480.jpeg 480x240 jpeg',
        '1080.avif 1080x540 heif',
        '1080.webp 1080x540 webp',
        '1080.jpeg 1080x540 jpeg',
      ])
    },
  )

  test('is never enlarged, and has all its files', async () => {
    const prepared = await make(await paint(200, 100).png().toBuffer())
    expect([prepared.widthPx, prepared.heightPx, prepared.files.length]).toEqual([200, 100, 9])
    expect(await sharp(fileOf(prepared.files, 1080, 'webp')).metadata()).toMatchObject({ width: 200 })
    expect(await sharp(fileOf(prepared.files, 160, 'webp')).metadata()).toMatchObject({ width: 160 })
  })

  test.each([
    ['grey', (picture: Sharp) => picture.toColourspace('b-w').png()],
    ['with 16 bits a colour', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['in printing colours', (picture: Sharp) => picture.toColourspace('cmyk').jpeg()],
    ['with a palette', (picture: Sharp) => picture.png({ palette: true })],
    ['in wide colours', (picture: Sharp) => picture.withIccProfile('p3').jpeg()],
  ])('%s looks the same in every file', async (_, convert) => {
    const grey = sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
    const { files } = await make(await convert(grey).toBuffer())
    for (const { data } of files) {
      const { channels } = await sharp(data).toColourspace('srgb').stats()
      for (const { mean } of channels.slice(0, 3)) expect(Math.abs(mean - 128)).toBeLessThan(16)
    }
  })

  test.each([
    [1, 1],
    [1, 20_000],
    [20_000, 1],
  ])('of %i by %i is taken', async (width, height) => {
    const { files } = await make(await paint(width, height).png().toBuffer())
    for (const file of files) expect((await sharp(file.data).metadata()).width).toBeGreaterThan(0)
  })

  test('loses its location and camera data, and its EXIF rotation is applied', async () => {
    const photo = await paint(300, 200)
      .withExif({
        IFD0: { Orientation: '6', Make: 'Tell-tale', Copyright: 'Ann Example' },
        IFD3: { GPSLatitude: '64/1 8/1 0/1' },
      })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).toBuffer()
    expect((await sharp(turned).metadata()).exif).toBeDefined()
    const { files, widthPx, heightPx } = await make(turned)
    expect([widthPx, heightPx]).toEqual([200, 300])
    for (const { data } of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(data).metadata()
      expect([exif, xmp, iptc, icc, orientation ?? 1]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        1,
      ])
      expect(data.includes('Tell-tale')).toBe(false)
    }
  })

  test('with an animation is reduced to its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map(background =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { files } = await make(moving)
    const still = sharp(fileOf(files, 160, 'webp'))
    expect((await still.metadata()).pages ?? 1).toBe(1)
    const { channels } = await still.stats()
    expect(channels[0]?.mean).toBeGreaterThan(200)
    expect(channels[2]?.mean).toBeLessThan(60)
  })

  test('with transparency gets a white background in a format without transparency', async () => {
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
    const { files } = await make(await clear.png().toBuffer())
    const { channels } = await sharp(fileOf(files, 160, 'jpeg')).stats()
    expect(channels[0]?.mean).toBeGreaterThan(250)
    expect((await sharp(fileOf(files, 160, 'webp')).stats()).isOpaque).toBe(false)
  })

  test('of exactly 25 megapixels is accepted, a larger one is refused', async () => {
    const most = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#777777' } })
      .png()
      .toBuffer()
    expect((await make(most)).files).toHaveLength(9)
    const more = await sharp({ create: { width: 5001, height: 5000, channels: 3, background: '#777777' } })
      .png()
      .toBuffer()
    await expect(make(more)).rejects.toMatchObject(refusal(messages.imageTooManyPixels))
  })
})

describe('what is refused as a picture', () => {
  test('a decompression bomb: a small file, gigapixels when decoded', async () => {
    const pixels = deflateSync(Buffer.alloc(1_000_000))
    const bomb = pngOf(60_000, 60_000, pixels)
    expect(bomb.length).toBeLessThan(10_000)
    // The file has a thousandth of its 3.6 gigapixels, so a decoder would report a broken file: the refusal shows that
    // no decoder ran.
    await expect(make(bomb)).rejects.toMatchObject(refusal(messages.imageTooManyPixels))
  })

  test('a decompression bomb with a small size in its header', async () => {
    const bomb = pngOf(10, 10, deflateSync(Buffer.alloc(50_000_000)))
    await make(bomb).then(
      ({ files }) => expect(files).toHaveLength(9),
      error => expect(error).toMatchObject(refusal(messages.fileNotAnImage)),
    )
  })

  test('anything over 5 MB', async () => {
    const data = new Uint8Array(IMAGE_MAX_BYTES + 1)
    await expect(make(data)).rejects.toMatchObject(refusal(messages.imageTooLarge, 'too_large'))
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['nothing at all', ''],
    ['a few bytes', 'GIF89a'],
    ['text', 'This is a letter, not a picture.'],
    ['SVG, which is a program', svg],
    ['SVG behind an XML head', `<?xml version="1.0"?>${svg}`],
    ['a page', '<html><img src="x" onerror="alert(1)"></html>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    ['SVG that begins like a GIF', `GIF89a${svg}`],
    ['a page that begins like a JPEG', '\xff\xd8\xff\xe0<html><script>alert(1)</script></html>'],
  ])('%s', async (_, content) => {
    await expect(make(Buffer.from(content, 'latin1'))).rejects.toMatchObject(refusal(messages.fileNotAnImage))
  })

  test('a TIFF, which browsers do not show', async () => {
    const tiff = await paint(20, 20).tiff().toBuffer()
    await expect(make(tiff)).rejects.toMatchObject(refusal(messages.fileNotAnImage))
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('a truncated %s', async format => {
    const noise = Buffer.from(
      Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256),
    )
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    const half = whole.subarray(0, Math.floor(whole.length / 2))
    await expect(make(half)).rejects.toMatchObject(refusal(messages.fileNotAnImage))
  })

  test('HTML hidden in a picture is not in the output', async () => {
    const picture = await paint(40, 40).jpeg().toBuffer()
    const { files } = await make(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))
    for (const { data } of files) expect(data.includes('<script>')).toBe(false)
  })
})

test('when too many pictures wait, the next is refused with Retry-After', async () => {
  const narrow = createImageMaker({ concurrency: 1, waitingMax: 1 })
  const picture = new Blob([new Uint8Array(await paint(20, 20).png().toBuffer())])
  const results = await Promise.allSettled(
    Array.from({ length: 3 }, () => narrow({ file: picture, field: 'file' })),
  )
  expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(results.find(result => result.status === 'rejected')).toMatchObject({
    reason: { code: 'unavailable' },
  })
})
