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
import { MONEY_BACK_POLICIES } from '@parley/contract/money-back'
import * as z from 'zod/mini'

const optionalPicture = z.custom<FileList>().check(
  z.refine(list => !list?.[0] || list[0].type.startsWith('image/'), messages.pictureNotAnImage),
  z.refine(list => (list?.[0]?.size ?? 0) <= PICTURE_MAX_BYTES, messages.pictureTooLarge),
)

const profileFields = z.object({
  username: usernameField,
  amount: amountInput,
  duration: durationInput,
  duration_display: durationUnitInput,
  description: descriptionField,
  live_amount: z
    .string()
    .check(z.refine(value => value === '' || parseAmount(value) !== null, messages.amountInvalid)),
  category: z.string(),
  money_back: z.enum(MONEY_BACK_POLICIES),
  picture: optionalPicture,
})

/** The edit form as typed: the duration in the unit chosen beside it. */
export type TypedProfile = z.input<typeof profileFields>
/** The same, checked: the duration in seconds. */
export type ProfileForm = Omit<z.output<typeof profileFields>, 'picture'> & { picture: File | null }

function inSeconds(form: TypedProfile): TypedProfile {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

export const typedProfileSchema = z.pipe(z.transform(inSeconds), profileFields)
