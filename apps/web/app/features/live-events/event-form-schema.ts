import { typedSeconds } from '@parley/contract/duration'
import { amountField, descriptionField, durationField, durationUnitField } from '@parley/contract/fields'
import {
  ABSENT_RULES,
  capacityField,
  EVENT_FORMATS,
  LINE_ORDERS,
  QUEUE_PLACES_MAX,
  TURN_SECONDS_MAX,
  TURN_SECONDS_MIN,
  titleField,
} from '@parley/contract/live-events'
import { messages } from '@parley/contract/messages'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { optionalImageFile } from '../../ui/form/image-file.ts'

const localTime = z
  .string()
  .check(z.refine(value => value === '' || !Number.isNaN(Date.parse(value)), messages.startInvalid))

const eventFields = z.object({
  title: titleField,
  description: descriptionField,
  amount: amountField,
  duration: durationField,
  duration_display: durationUnitField,
  starts_at: localTime,
  capacity: capacityField,
  picture: optionalImageFile,
  format: z.enum(EVENT_FORMATS),
  absent: z.enum(ABSENT_RULES),
  order: z.enum(LINE_ORDERS),
})

/** The further checks of a queue; the server enforces the same limits. */
function queueProblems(form: z.output<typeof eventFields>): [field: string, message: string][] {
  if (form.format !== 'queue') return []
  const places = Number(form.capacity)
  const isTurn = form.duration >= TURN_SECONDS_MIN && form.duration <= TURN_SECONDS_MAX
  return [
    ...(form.starts_at === '' ? [['starts_at', messages.queueStart] as [string, string]] : []),
    ...(places < 1 || places > QUEUE_PLACES_MAX
      ? [['capacity', messages.queueCapacity] as [string, string]]
      : []),
    ...(isTurn ? [] : [['duration', messages.turnLength] as [string, string]]),
  ]
}

const checkedFields = eventFields.check(context => {
  for (const [field, message] of queueProblems(context.value))
    context.issues.push({ code: 'custom', message, path: [field], input: context.value })
})

/** The event form as typed: the duration in the unit of the field beside it, the start in the owner's time zone. */
export type TypedEvent = z.input<typeof eventFields>
/** What the form's schema returns. */
export type CheckedEvent = z.output<typeof eventFields>
/** The same after validation: the price in pence, the duration in seconds. */
export type EventForm = Omit<CheckedEvent, 'picture'> & { picture: File | null }
export type EventFormControl = UseFormReturn<TypedEvent, unknown, CheckedEvent>

function inSeconds(form: TypedEvent): TypedEvent {
  return { ...form, duration: typedSeconds(String(form.duration), form.duration_display) }
}

export const typedEventSchema = z.pipe(z.transform(inSeconds), checkedFields)
