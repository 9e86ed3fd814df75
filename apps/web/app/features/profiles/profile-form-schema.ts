import { PICTURE_MAX_BYTES } from '@parley/contract/constants'
import { typedSeconds } from '@parley/contract/duration'
import {
  amountInput,
  descriptionField,
  durationInput,
  durationUnitInput,
  usernameField,
} from '@parley/contract/fields'
import { messages } from '@parley/contract/messages'
import { parseAmount } from '@parley/contract/money'
import * as z from 'zod/mini'

/** The edit form as typed: the duration in the unit chosen beside it. */
export interface TypedProfile {
  username: string
  amount: string | number
  duration: string | number
  duration_display: string | number
  description: string
  live_amount: string
  category: string
  picture: FileList
}

function inSeconds(form: TypedProfile): TypedProfile {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

const optionalPicture = z.custom<FileList>().check(
  z.refine(list => !list?.[0] || list[0].type.startsWith('image/'), messages.pictureNotAnImage),
  z.refine(list => (list?.[0]?.size ?? 0) <= PICTURE_MAX_BYTES, messages.pictureTooLarge),
)

export const typedProfileSchema = z.pipe(
  z.transform(inSeconds),
  z.object({
    username: usernameField,
    amount: amountInput,
    duration: durationInput,
    duration_display: durationUnitInput,
    description: descriptionField,
    live_amount: z
      .string()
      .check(z.refine(value => value === '' || parseAmount(value) !== null, messages.amountInvalid)),
    category: z.string(),
    picture: optionalPicture,
  }),
)
