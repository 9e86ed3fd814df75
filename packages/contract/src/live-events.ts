import * as z from 'zod/mini'
import { CAPACITY_MAX, TITLE_MAX, TITLE_MIN } from './constants.ts'
import {
  amountField,
  amountOut,
  descriptionField,
  durationField,
  durationUnitField,
  durationUnitOut,
  idField,
  noteField,
  text,
  uuidKeyField,
} from './fields.ts'
import { messages } from './messages.ts'
import { wholeNumber } from './rules/duration.ts'

export const EVENT_STATES = ['scheduled', 'live', 'ended', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** How an event ended: after its last second, cut short, cancelled by its owner, or never begun. */
export type EventEnding = 'served' | 'cut_short' | 'cancelled' | 'never_started'

/** The host broadcasts to all viewers, or meets the fans of a line one after the other. */
export const EVENT_FORMATS = ['broadcast', 'queue'] as const
export type EventFormat = (typeof EVENT_FORMATS)[number]
/** What happens to the money of a fan who is absent at their turn. */
export const ABSENT_RULES = ['refund', 'keep'] as const
export type AbsentRule = (typeof ABSENT_RULES)[number]
/** The order of a line: by payment, or by lot. */
export const LINE_ORDERS = ['paid', 'drawn'] as const
export type LineOrder = (typeof LINE_ORDERS)[number]
/** For a queue: the number of places, and the length of one turn in seconds. */
export const QUEUE_PLACES_MAX = 500
export const TURN_SECONDS_MIN = 30
export const TURN_SECONDS_MAX = 600
/**
 * How long before the start the order of a line is fixed: from then on its fans say that they are ready, or leave it.
 */
export const QUEUE_ORDER_STANDS_MS = 30 * 60_000
/** The assumed time between two turns, until it was measured. */
export const QUEUE_CHANGEOVER_MS = 15_000
/** A camera and a microphone that were checked this long ago do not count as ready any more. */
export const QUEUE_READY_FOR_MS = 600_000

/** The rule of an event as the buyer of a place reads it before paying. */
export const EVENT_MONEY_BACK_RULE =
  'You get all your money back if the event is cancelled, does not start within 15 minutes of its time or within 30 days, or you cancel before it begins; if it is cut short you get back the unused seconds; if you leave or do not come, the sale stands.'

/** The rule of a turn in a queue, by what its owner chose for fans who are absent. */
export const QUEUE_MONEY_BACK_RULES: Record<AbsentRule, string> = {
  refund:
    'You pay for the seconds of your turn: if it ends early, the seconds that were not used come back. You get all your money back if the event is cancelled or does not start within 15 minutes of its time, if your turn does not come, if you leave the line, and if you are not there when you are called.',
  keep: 'You pay for the seconds of your turn: if it ends early, the seconds that were not used come back. You get all your money back if the event is cancelled or does not start within 15 minutes of its time, if your turn does not come, and if you leave before the event begins or once it stood still for 15 minutes or is 30 minutes late for you. If you leave the line otherwise, or are not there when you are called, the sale stands.',
}

/** The rule of an event as the buyer of a place reads it before paying. */
export const eventMoneyBackRule = (event: { format: EventFormat; absent: AbsentRule | null }): string =>
  event.format === 'queue' ? QUEUE_MONEY_BACK_RULES[event.absent ?? 'refund'] : EVENT_MONEY_BACK_RULE

/** A fifth more than the turns with their changes: the time that a line needs. */
const QUEUE_RESERVE = 1.2

/**
 * How long an event takes its owner, in ms: for a queue, all turns with the changes between them, and a fifth more.
 */
export function eventLengthMs(event: {
  format: EventFormat
  durationSeconds: number
  capacity: number | null
}): number {
  const { format, durationSeconds, capacity } = event
  if (format !== 'queue') return durationSeconds * 1000
  return (capacity ?? 1) * (durationSeconds * 1000 + QUEUE_CHANGEOVER_MS) * QUEUE_RESERVE
}

export const liveEventSchema = z.object({
  id: idField,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  profile: z.object({ picture: z.nullable(z.string()) }),
  /** A queue sells turns: its duration is that of one turn, its capacity is the length of the line. */
  format: z.enum(EVENT_FORMATS),
  /** Only for a queue; null for a broadcast. */
  absent: z.nullable(z.enum(ABSENT_RULES)),
  order: z.nullable(z.enum(LINE_ORDERS)),
  amount: amountOut,
  duration: z.int(),
  duration_display: durationUnitOut,
  state: z.enum(EVENT_STATES),
  starts_at: z.nullable(z.string()),
  capacity: z.nullable(z.int()),
  places_left: z.nullable(z.int()),
  influencer: z.object({ user: z.object({ id: idField, username: z.string() }) }),
})
export type LiveEvent = z.infer<typeof liveEventSchema>

export const titleField = text({
  required: messages.titleRequired,
  invalid: messages.titleInvalid,
  min: TITLE_MIN,
  max: TITLE_MAX,
})

const isCapacity = (value: string | number) => {
  const places = wholeNumber(value)
  return value === '' || (Number.isInteger(places) && places >= 1 && places <= CAPACITY_MAX)
}
/** The number of places, as a number or digits; empty for no limit. */
export const capacityField = z
  .union([z.string(), z.number()], { error: messages.capacityInvalid })
  .check(z.refine(isCapacity, messages.capacityInvalid))

const timeField = z.iso.datetime({ offset: true })
const isStart = (value: string) => value === '' || timeField.safeParse(value).success
/** When an event begins; empty for no agreed time. */
export const startsAtField = z
  .string({ error: messages.startInvalid })
  .check(z.refine(isStart, messages.startInvalid))

const formatField = z.enum(EVENT_FORMATS, { error: messages.formatInvalid })
const absentField = z.enum(ABSENT_RULES, { error: messages.absentInvalid })
const lineOrderField = z.enum(LINE_ORDERS, { error: messages.lineOrderInvalid })

/**
 * What the owner writes of an event; without `id` it creates one, with it it edits that one: only the changed fields.
 */
export const virtualEventPatchSchema = z.object({
  id: z.optional(idField),
  uuid: z.optional(uuidKeyField),
  title: z.optional(titleField),
  description: z.optional(descriptionField),
  amount: z.optional(amountField),
  duration: z.optional(durationField),
  duration_display: z.optional(durationUnitField),
  starts_at: z.optional(z.nullable(startsAtField)),
  capacity: z.optional(z.nullable(capacityField)),
  /** These three stand once a place is sold. */
  format: z.optional(formatField),
  absent: z.optional(absentField),
  order: z.optional(lineOrderField),
})
export type VirtualEventPatch = z.infer<typeof virtualEventPatchSchema>

/**
 * Booking one place at an event: what the buyer saw is compared with the event's own, and 409 where it is another by
 * now.
 */
export const placeBookingSchema = z.object({
  title: z.optional(z.string().check(z.maxLength(TITLE_MAX * 2))),
  slug: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The key of any creation; the specification's booking has it in `session_request`. */
  uuid: z.optional(uuidKeyField),
  session_request: z.object({
    amount: amountField,
    uuid: z.optional(uuidKeyField),
    note: z.optional(z.nullable(noteField)),
    format: z.optional(z.enum(EVENT_FORMATS)),
    duration: z.optional(durationField),
    /** Must be named where it is `keep`. */
    absent: z.optional(z.nullable(z.enum(ABSENT_RULES))),
    order: z.optional(z.nullable(z.enum(LINE_ORDERS))),
    starts_at: z.optional(z.nullable(timeField)),
  }),
  note: z.optional(z.nullable(noteField)),
  callback: z.optional(z.string().check(z.maxLength(2000))),
})
export type PlaceBookingInput = z.input<typeof placeBookingSchema>
export type PlaceBooking = z.infer<typeof placeBookingSchema>
