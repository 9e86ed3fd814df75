import { IMAGE_MAX_BYTES } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import * as z from 'zod/mini'

const isImage = z.refine<FileList>(
  list => !list?.[0] || list[0].type.startsWith('image/'),
  messages.fileNotAnImage,
)
const isSmall = z.refine<FileList>(list => (list?.[0]?.size ?? 0) <= IMAGE_MAX_BYTES, messages.imageTooLarge)

/** The value of a file input that may stay empty. The server decodes the image; this only saves an upload. */
export const optionalImageFile = z.custom<FileList>().check(isImage, isSmall)

/** The same, where an image must be chosen. */
export const requiredImageFile = z.custom<FileList>().check(
  z.refine(list => list?.[0] !== undefined, { error: messages.fileRequired, abort: true }),
  isImage,
  isSmall,
)
