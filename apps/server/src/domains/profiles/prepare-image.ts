import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_WIDTHS_PX, messages } from '@parley/contract'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { boundedQueue } from '../../core/bounded-queue.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import type { ImageFile, ImageFormat } from './image-store.ts'

/** The files of an image: decoded, upright, without metadata, in every width and format. */
export interface PreparedImage {
  widthPx: number
  heightPx: number
  files: ImageFile[]
}

/** Converts an upload; refuses a file that is no image, with the message of the field. */
export type ImageMaker = (upload: { file: Blob; field: string }) => Promise<PreparedImage>

/**
 * The accepted content types, and the format that the decoder must then find. SVG is not accepted: it can contain
 * scripts.
 */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
])

/** The largest height as a multiple of the width: the formats end at 16383 pixels. */
const HEIGHT_PER_WIDTH_MAX = 2
const DECODE_LIMIT_SECONDS = 20
/** An image takes about a second of CPU and up to 100 MB. */
const CONCURRENCY = 1
const WAITING_MAX = 20

const decoding: SharpOptions = {
  limitInputPixels: IMAGE_MAX_PIXELS,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
}

const encode: Record<ImageFormat, (image: Sharp) => Sharp> = {
  avif: image => image.avif({ quality: 55, effort: 2 }),
  webp: image => image.webp({ quality: 78, effort: 3 }),
  jpeg: image => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
}

/** The widths and formats of the output. */
interface Kept {
  widthsPx: readonly number[]
  formats: readonly ImageFormat[]
}

/** One JPEG in the largest width: the keepsake of two people. */
export const createKeepsakeMaker = (): ImageMaker =>
  createImageMaker(undefined, { widthsPx: IMAGE_WIDTHS_PX.slice(-1), formats: ['jpeg'] })

/** Decodes and encodes one image at a time; refuses with 503 when too many wait. */
export function createImageMaker(
  rule = { concurrency: CONCURRENCY, waitingMax: WAITING_MAX },
  kept: Kept = { widthsPx: IMAGE_WIDTHS_PX, formats: ['avif', 'webp', 'jpeg'] },
): ImageMaker {
  sharp.cache(false)
  sharp.concurrency(1)
  const queue = boundedQueue(rule)
  return async ({ file, field }) => {
    if (file.size > IMAGE_MAX_BYTES) throw new Refusal('too_large', { [field]: [messages.imageTooLarge] })
    const data = Buffer.from(await file.arrayBuffer())
    return queue(async () => {
      await refuseUntaken(data, field)
      const largest = await decodeLargest(data, field)
      return {
        widthPx: largest.info.width,
        heightPx: largest.info.height,
        files: await filesOf(largest, kept),
      }
    })
  }
}

/**
 * Checks only the header, before anything is decoded (attacks: decompression bombs, files that are two formats at
 * once).
 */
async function refuseUntaken(data: Buffer, field: string): Promise<void> {
  // A file of unknown type is refused below.
  const type = await fileTypeFromBuffer(data).catch(() => undefined)
  const expected = type && ACCEPTED.get(type.mime)
  if (!expected) throw notAnImage(field)
  // A file that sharp cannot read is refused below.
  const found = await sharp(data, { ...decoding, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!found || found.format !== expected) throw notAnImage(field)
  if (found.width * found.height > IMAGE_MAX_PIXELS) {
    throw refuse.fields({ [field]: [messages.imageTooManyPixels] })
  }
}

type Decoded = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** The upright image in the largest width, as raw pixels: nothing else of the file is used. */
async function decodeLargest(data: Buffer, field: string): Promise<Decoded> {
  try {
    return await within(sharp(data, decoding).autoOrient(), Math.max(...IMAGE_WIDTHS_PX))
      .toColourspace('srgb')
      .timeout({ seconds: DECODE_LIMIT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw notAnImage(field)
  }
}

async function filesOf(largest: Decoded, { widthsPx, formats }: Kept): Promise<ImageFile[]> {
  const { width, height, channels } = largest.info
  const files: ImageFile[] = []
  for (const widthPx of widthsPx) {
    const resized = within(sharp(largest.data, { raw: { width, height, channels } }), widthPx)
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
    for (const format of formats) {
      const raw = { width: info.width, height: info.height, channels: info.channels }
      files.push({ widthPx, format, data: await encode[format](sharp(data, { raw })).toBuffer() })
    }
  }
  return files
}

function within(image: Sharp, widthPx: number): Sharp {
  const height = widthPx * HEIGHT_PER_WIDTH_MAX
  return image.resize({ width: widthPx, height, fit: 'inside', withoutEnlargement: true })
}

const notAnImage = (field: string) => refuse.fields({ [field]: [messages.fileNotAnImage] })
