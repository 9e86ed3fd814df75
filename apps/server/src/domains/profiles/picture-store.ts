import type { Readable } from 'node:stream'

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Which of a picture's files: `widthPx` is one of the contract's widths, whatever the picture's own. */
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

/** Where the files of pictures lie; a picture has all of its files or none. */
export interface PictureStore {
  /** Stores all files of a new picture at once; a picture that is there already stays as it is. */
  put(pictureId: string, files: readonly PictureFile[]): Promise<void>
  has(pictureId: string): Promise<boolean>
  /** One file as a stream, or null when there is none. The caller reads or destroys the stream. */
  open(pictureId: string, variant: PictureVariant): Promise<StoredPicture | null>
  /** Takes a picture away; one that is not there is no error. */
  remove(pictureId: string): Promise<void>
  /** The ids of all pictures, in any order. */
  list(): AsyncIterable<string>
}
