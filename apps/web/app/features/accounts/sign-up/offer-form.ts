import { influencerStepInput } from '@parley/contract/accounts'
import { IMAGE_MAX_BYTES } from '@parley/contract/constants'
import { typedSeconds } from '@parley/contract/duration'
import { messages } from '@parley/contract/messages'
import * as z from 'zod/mini'

/** The fields of an influencer's offer: the duration is in the unit of the field beside it. */
export interface OfferForm {
  price: string
  duration: string
  duration_display: string
  description: string
}

const imageField = z.custom<FileList>().check(
  z.refine(list => list?.[0] !== undefined, { error: messages.fileRequired, abort: true }),
  z.refine(list => list[0]?.type.startsWith('image/') === true, messages.fileNotAnImage),
  z.refine(list => (list[0]?.size ?? 0) <= IMAGE_MAX_BYTES, messages.imageTooLarge),
)

export type OfferStepForm = OfferForm & { file: FileList }
interface InSeconds {
  price: string | number
  duration: string | number
  duration_display?: string | number | undefined
  description: string
  file: FileList
}

function inSeconds(form: OfferStepForm): InSeconds {
  return { ...form, duration: typedSeconds(form.duration, form.duration_display) }
}

/** The influencer's step as typed, validated by the contract's own schema. */
export const offerStepSchema = z.pipe(
  z.transform(inSeconds),
  z.extend(influencerStepInput, { file: imageField }),
)
