import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { escapeHtml } from '../../core/escape-html.ts'

/** The size of the preview image of a link, as Open Graph recommends it. */
export const SHARE_IMAGE = { widthPx: 1200, heightPx: 630 } as const

/** The content of a share image: text as people wrote it, and the image in the ring. */
export interface ShareCard {
  kicker: string
  title: string
  line: string
  price: string
  portrait: Buffer | null
}

const COLOURS = { page: '#FBFAF8', ink: '#17131F', muted: '#5D5768', ember: '#C8371B', track: '#E7E3EC' }
const DISPLAY = { font: 'Parley Display', fontfile: join(import.meta.dirname, 'fonts/parley-display.ttf') }
const TEXT = { font: 'Parley Text', fontfile: join(import.meta.dirname, 'fonts/parley-text.ttf') }
const MARGIN_PX = 72
const COLUMN_PX = 590
const RING = { centreX: 926, centreY: 315, radiusPx: 222, strokePx: 14, portraitPx: 396 } as const
const TITLE_SIZES_PX = [80, 68, 56, 46]
const TITLE_HEIGHT_MAX_PX = 200
const TITLE_MAX = 90
const LINE_MAX = 44

/**
 * Text for the SVG: escaped, without control characters (attack: a username with markup, or one that makes the SVG
 * invalid).
 */
export function drawable(text: string, max: number): string {
  const clean = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow control characters.
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ')
    .trim()
  const characters = [...clean]
  const short =
    characters.length > max
      ? `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`
      : clean
  return escapeHtml(short)
}

interface Written {
  text: string
  face: typeof DISPLAY
  sizePx: number
  colour: string
}

interface Drawn {
  data: Buffer
  height: number
}

/** Text without a visible character cannot be drawn. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

async function write({ text, face, sizePx, colour }: Written): Promise<Drawn> {
  const markup = `<span foreground="${colour}">${VISIBLE.test(text) ? text : '·'}</span>`
  const drawing = sharp({
    text: {
      text: markup,
      font: `${face.font} ${sizePx}`,
      fontfile: face.fontfile,
      rgba: true,
      width: COLUMN_PX,
      dpi: 72,
      wrap: 'word-char',
    },
  })
  const { data, info } = await drawing.png().toBuffer({ resolveWithObject: true })
  return { data, height: info.height }
}

async function writeTitle(text: string): Promise<Drawn> {
  let title: Drawn = { data: Buffer.alloc(0), height: Number.POSITIVE_INFINITY }
  for (const sizePx of TITLE_SIZES_PX) {
    title = await write({ text, face: DISPLAY, sizePx, colour: COLOURS.ink })
    if (title.height <= TITLE_HEIGHT_MAX_PX) return title
  }
  const cut = sharp(title.data).extract({ left: 0, top: 0, width: COLUMN_PX, height: TITLE_HEIGHT_MAX_PX })
  return {
    data: await cut
      .png()
      .toBuffer()
      .catch(() => title.data),
    height: TITLE_HEIGHT_MAX_PX,
  }
}

function ring(): Buffer {
  const { centreX, centreY, radiusPx, strokePx } = RING
  const length = 2 * Math.PI * radiusPx
  const circle = `cx="${centreX}" cy="${centreY}" r="${radiusPx}" fill="none" stroke-width="${strokePx}"`
  const mark = `cx="${MARGIN_PX + 20}" cy="${MARGIN_PX + 20}" r="17" fill="none" stroke-width="7"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_IMAGE.widthPx}" height="${SHARE_IMAGE.heightPx}">
    <rect width="100%" height="100%" fill="${COLOURS.page}"/>
    <circle ${circle} stroke="${COLOURS.track}"/>
    <circle ${circle} stroke="${COLOURS.ember}" stroke-linecap="round" stroke-dasharray="${length * 0.86} ${length}" transform="rotate(-90 ${centreX} ${centreY})"/>
    <circle ${mark} stroke="${COLOURS.ember}" stroke-linecap="round" stroke-dasharray="86 107" transform="rotate(-62 ${MARGIN_PX + 20} ${MARGIN_PX + 20})"/>
  </svg>`)
}

async function inRing(portrait: Buffer): Promise<OverlayOptions> {
  const size = RING.portraitPx
  const mask = Buffer.from(`<svg width="${size}" height="${size}"><circle cx="50%" cy="50%" r="50%"/></svg>`)
  const input = await sharp(portrait)
    .resize(size, size, { fit: 'cover' })
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { input, left: RING.centreX - size / 2, top: RING.centreY - size / 2 }
}

/** Draws a share image as JPEG. */
export async function drawShareImage(card: ShareCard): Promise<Buffer> {
  const [brand, kicker, title, line, price] = await Promise.all([
    write({ text: 'Parley', face: DISPLAY, sizePx: 38, colour: COLOURS.ink }),
    write({ text: drawable(card.kicker, LINE_MAX), face: TEXT, sizePx: 30, colour: COLOURS.muted }),
    writeTitle(drawable(card.title, TITLE_MAX)),
    write({ text: drawable(card.line, LINE_MAX), face: TEXT, sizePx: 30, colour: COLOURS.muted }),
    write({ text: drawable(card.price, LINE_MAX), face: DISPLAY, sizePx: 44, colour: COLOURS.ember }),
  ])
  const titleTop = 250
  const lineTop = titleTop + title.height + 28
  const layers: OverlayOptions[] = [
    { input: brand.data, left: MARGIN_PX + 56, top: MARGIN_PX + 3 },
    { input: kicker.data, left: MARGIN_PX, top: titleTop - 54 },
    { input: title.data, left: MARGIN_PX, top: titleTop },
    { input: line.data, left: MARGIN_PX, top: lineTop },
    { input: price.data, left: MARGIN_PX, top: SHARE_IMAGE.heightPx - MARGIN_PX - price.height },
  ]
  if (card.portrait) layers.push(await inRing(card.portrait))
  return sharp(ring())
    .composite(layers)
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer()
}
