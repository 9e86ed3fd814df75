import { influencerStepInput } from '@parley/contract/accounts'
import { typedSeconds } from '@parley/contract/duration'
import * as z from 'zod/mini'
import { requiredImageFile } from '../../../ui/form/image-file.ts'

/** The fields of an influencer's offer: the duration is in the unit of the field beside it. */
export interface OfferForm {
  price: string
  duration: string
  duration_display: string
  description: string
}

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
  z.extend(influencerStepInput, { file: requiredImageFile }),
)
