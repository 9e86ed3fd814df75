import type { Readable } from 'node:stream'

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** One of a picture's files: `widthPx` is one of the contract's widths, whatever the width of the original. */
export interface PictureVariant {
  widthPx: number
  format: PictureFormat
}

export interface PictureFile extends PictureVariant {
  data: Buffer
}

export interface StoredPicture {
  bytes: number
  stream: Readable
}

/** Stores the files of pictures; a picture has all of its files or none. */
export interface PictureStore {
  /** Stores all files of a new picture at once; does not change a picture that exists already. */
  put(pictureId: string, files: readonly PictureFile[]): Promise<void>
  has(pictureId: string): Promise<boolean>
  /** One file as a stream, or null when there is none. The caller reads or destroys the stream. */
  open(pictureId: string, variant: PictureVariant): Promise<StoredPicture | null>
  /** Removes a picture; a missing one is no error. */
  remove(pictureId: string): Promise<void>
  /** The ids of all pictures, in any order. */
  list(): AsyncIterable<string>
}
