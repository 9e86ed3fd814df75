import type { Readable } from 'node:stream'

export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** One of an image's files: `widthPx` is one of the contract's widths, whatever the width of the original. */
export interface ImageVariant {
  widthPx: number
  format: ImageFormat
}

export interface ImageFile extends ImageVariant {
  data: Buffer
}

export interface StoredImage {
  bytes: number
  stream: Readable
}

/** Stores the files of images; an image has all of its files or none. */
export interface ImageStore {
  /** Stores all files of a new image at once; does not change an image that exists already. */
  put(imageId: string, files: readonly ImageFile[]): Promise<void>
  has(imageId: string): Promise<boolean>
  /** One file as a stream, or null when there is none. The caller reads or destroys the stream. */
  open(imageId: string, variant: ImageVariant): Promise<StoredImage | null>
  /** Removes an image; a missing one is no error. */
  remove(imageId: string): Promise<void>
  /** The ids of all images, in any order. */
  list(): AsyncIterable<string>
}
