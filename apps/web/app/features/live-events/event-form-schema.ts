import { PICTURE_MAX_BYTES } from '@parley/contract/constants'
import { typedSeconds } from '@parley/contract/duration'
import { amountInput, descriptionField, durationInput, durationUnitInput } from '@parley/contract/fields'
import { capacityField, titleField } from '@parley/contract/live-events'
import { messages } from '@parley/contract/messages'
import * as z from 'zod/mini'

/** The event form as typed: the duration in the unit chosen beside it, the start in the owner's own time. */
export interface TypedEvent {
  title: string
  description: string
  amount: string | number
  duration: string | number
  duration_display: string | number
  starts_at: string
  capacity: string | number
  picture: FileList
}

function inSeconds(form: TypedEvent): TypedEvent {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

const optionalPicture = z.custom<FileList>().check(
  z.refine(list => !list?.[0] || list[0].type.startsWith('image/'), messages.pictureNotAnImage),
  z.refine(list => (list?.[0]?.size ?? 0) <= PICTURE_MAX_BYTES, messages.pictureTooLarge),
)

const localTime = z
  .string()
  .check(z.refine(value => value === '' || !Number.isNaN(Date.parse(value)), messages.startInvalid))

export const typedEventSchema = z.pipe(
  z.transform(inSeconds),
  z.object({
    title: titleField,
    description: descriptionField,
    amount: amountInput,
    duration: durationInput,
    duration_display: durationUnitInput,
    starts_at: localTime,
    capacity: capacityField,
    picture: optionalPicture,
  }),
)
