import * as z from 'zod/mini'
import { PROPOSAL_MESSAGE_MAX, PROPOSED_SLOTS_MAX } from './constants.ts'
import { amountOut, isWithinYears, slotField, textAtMost, uuidKeyField } from './fields.ts'
import { said, templates } from './rules/message-templates.ts'
import { areWindowsApart, WINDOWS_A_DAY_MAX } from './time-windows.ts'

export * from './time-windows.ts'

/** Whether fans can pick a time: never, beside asking freely, or in no other way. */
export const AVAILABILITY_MODES = ['off', 'offered', 'only'] as const
export type AvailabilityMode = (typeof AVAILABILITY_MODES)[number]
/** Who accepts a paid time: the server at once, or the influencer. */
export const ACCEPTING_WAYS = ['auto', 'hand'] as const
export type AcceptingWay = (typeof ACCEPTING_WAYS)[number]
/** What happens when a connected calendar cannot be read: continue selling, or stop. */
export const STALE_WAYS = ['sell', 'stop'] as const

export const EXCEPTIONS_MAX = 366
export const STEP_MIN_MINUTES = 5
export const STEP_MAX_MINUTES = 1440
export const LEEWAY_MAX_MINUTES = 30
export const BUFFER_MAX_MINUTES = 240
export const NOTICE_MAX_MINUTES = 30 * 1440
export const MOVE_UNTIL_MAX_MINUTES = 168 * 60
export const HORIZON_MAX_DAYS = 366
export const DAILY_LIMIT_MAX = 100
/** Days of slots that one call answers. */
export const SLOT_DAYS_MAX = 42

/** How long a slot is held for a buyer who has not paid, and the limit while a bank processes the payment. */
export const SLOT_HOLD_MS = 10 * 60_000
export const SLOT_HOLD_PROCESSING_MS = 3_600_000
/** The most unpaid slots of one buyer at a time, over all influencers. */
export const SLOT_HOLDS_MAX = 3
/**
 * How long all strangers (no confirmed email, no payment) together may hold one time in an hour, before the next one
 * is refused.
 */
export const SLOT_HOLD_BY_STRANGERS_MS = 2 * SLOT_HOLD_MS
/** How often a buyer may move one booking. */
export const SLOT_MOVES_MAX = 2
/** How often an influencer may suggest other times for one booking. */
export const SLOT_PROPOSALS_MAX = 3
/** The number of free times in the answer to a refused booking. */
export const NEAREST_SLOTS = 3

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
export const windowSchema = z.object({
  from: z.string().check(z.regex(clockTime, 'Please write a time such as 09:30')),
  /** `24:00` ends the day. */
  to: z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please write a time such as 17:00')),
})

const windowsField = z
  .array(windowSchema)
  .check(
    z.maxLength(WINDOWS_A_DAY_MAX, said(templates.timesADay, { most: WINDOWS_A_DAY_MAX })),
    z.refine(areWindowsApart, 'Each time must end after it begins, and none may overlap another'),
  )

const dateField = z.iso.date({ error: 'Please choose a date' })

const ZONES_KEPT = 1_000
/** Cached, because Intl is slow: one check costs as much as a page of slots. */
const knownZones = new Set<string>()

function isZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  try {
    // Attack: an offset or a made-up name instead of a zone, whose summer time nobody knows.
    if (!/^[A-Za-z]/.test(zone) || new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) === '')
      return false
  } catch {
    // `Intl` does not know the zone.
    return false
  }
  // Attack: the same names in always other capitals.
  if (knownZones.size < ZONES_KEPT) knownZones.add(zone)
  return true
}

/** A name of the time zone database, such as `Europe/London`. */
export const zoneField = z
  .string()
  .check(z.maxLength(64), z.refine(isZone, 'Please choose a time zone such as Europe/London'))

export const exceptionSchema = z.object({ date: dateField, windows: windowsField })
export type AvailabilityException = z.infer<typeof exceptionSchema>

const whole = (min: number, max: number) =>
  z
    .int()
    .check(
      z.minimum(min, said(templates.between, { min, max })),
      z.maximum(max, said(templates.between, { min, max })),
    )

const weekOf = <T extends z.core.$ZodType>(day: T) =>
  z.object({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })

const rules = {
  /** How far apart slots begin, in minutes. */
  step: whole(STEP_MIN_MINUTES, STEP_MAX_MINUTES),
  /** Minutes after the slot in which the two people can use the rest of the paid time after a late start. */
  leeway: whole(0, LEEWAY_MAX_MINUTES),
  buffer_before: whole(0, BUFFER_MAX_MINUTES),
  buffer_after: whole(0, BUFFER_MAX_MINUTES),
  /** How long before it begins a slot can be booked at the latest, in minutes. */
  notice: whole(0, NOTICE_MAX_MINUTES),
  /** Until how long before its start the buyer may move it, in minutes. */
  move_until: whole(0, MOVE_UNTIL_MAX_MINUTES),
  horizon_days: whole(1, HORIZON_MAX_DAYS),
  daily_limit: z.nullable(whole(1, DAILY_LIMIT_MAX)),
  accept: z.enum(ACCEPTING_WAYS),
  when_stale: z.enum(STALE_WAYS),
}

/** When an influencer can be booked, as they see it; minutes unless a name says otherwise. */
export const availabilitySchema = z.object({
  mode: z.enum(AVAILABILITY_MODES),
  zone: zoneField,
  weekly: weekOf(windowsField),
  exceptions: z.array(exceptionSchema),
  ...rules,
  version: z.int(),
})
export type Availability = z.infer<typeof availabilitySchema>
export type Weekly = Availability['weekly']

const exceptionsField = z.array(exceptionSchema).check(
  z.maxLength(EXCEPTIONS_MAX, said(templates.dates, { most: EXCEPTIONS_MAX })),
  z.refine(all => new Set(all.map(({ date }) => date)).size === all.length, 'Each date may be there once'),
)

/** Saved as a whole; a rule left out stays as it is. `version` is the one that was read: an old one is 409. */
export const availabilityPutSchema = z.object({
  mode: z.enum(AVAILABILITY_MODES),
  zone: z.optional(zoneField),
  weekly: z.optional(z.partial(weekOf(windowsField))),
  exceptions: z.optional(exceptionsField),
  ...z.partial(z.object(rules)).shape,
  version: z.int(),
})
export type AvailabilityPut = z.infer<typeof availabilityPutSchema>

/** The values before an influencer first saves their availability: they restrict nothing. */
export const AVAILABILITY_DEFAULTS: Availability = {
  mode: 'off',
  zone: 'Europe/London',
  weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
  exceptions: [],
  step: 30,
  leeway: 5,
  buffer_before: 0,
  buffer_after: 0,
  notice: 120,
  move_until: 720,
  horizon_days: 42,
  daily_limit: null,
  accept: 'auto',
  when_stale: 'sell',
  version: 0,
}

export const slotSchema = z.object({ start: z.string(), end: z.string() })
export type Slot = z.infer<typeof slotSchema>

/** A date of the viewer's calendar, or a moment. */
const DATE_OR_TIME = 'Please write a date such as 2027-03-28'
const dateOrTime = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: DATE_OR_TIME })
  .check(z.refine(isWithinYears, DATE_OR_TIME))
export const slotsQuerySchema = z.object({
  from: z.optional(dateOrTime),
  to: z.optional(dateOrTime),
  zone: z.optional(zoneField),
  /** The id of a request that moves: the list has the times that it can move to. */
  moving: z.optional(z.uuid('Please give the id of a request')),
  /** The id of a request for which its influencer suggests other times: the list has the times to choose from. */
  suggesting: z.optional(z.uuid('Please give the id of a request')),
})
export type SlotsQuery = z.infer<typeof slotsQuerySchema>

/** The times that can be booked now; dates are those of the viewer's `zone`. */
export const slotsSchema = z.object({
  mode: z.enum(AVAILABILITY_MODES),
  zone: z.string(),
  amount: amountOut,
  duration: z.int(),
  days: z.array(z.object({ date: z.string(), slots: z.array(slotSchema) })),
  next_slot: z.nullable(slotSchema),
})
export type Slots = z.infer<typeof slotsSchema>

/** Where a buyer moves their slot to, and how often it had moved when they looked. */
export const moveSlotSchema = z.object({
  slot: slotField,
  sequence: z.int(),
})

const areApart = (starts: readonly string[]) => new Set(starts.map(Date.parse)).size === starts.length

/** Other times that an influencer suggests to their buyer. */
export const proposeSlotsSchema = z.object({
  slots: z
    .array(slotField)
    .check(
      z.minLength(1, 'Please choose a time'),
      z.maxLength(PROPOSED_SLOTS_MAX, said(templates.times, { most: PROPOSED_SLOTS_MAX })),
      z.refine(areApart, 'Please choose each time once'),
    ),
  message: z.nullish(textAtMost(PROPOSAL_MESSAGE_MAX)),
  uuid: z.optional(uuidKeyField),
})

/** The buyer's answer: one of the times, the old time, or a full refund. */
export const answerProposalSchema = z.object({
  choice: z.union([slotField, z.enum(['keep', 'refund'])], {
    error: 'Please choose one of the times, keep or refund',
  }),
})

/** Days of an influencer's own calendar that one call answers. */
export const CALENDAR_DAYS_MAX = 42
export const calendarQuerySchema = z.object({ from: z.optional(dateOrTime), to: z.optional(dateOrTime) })
export type CalendarQuery = z.infer<typeof calendarQuerySchema>

/** The taken times of an influencer, as they see them; `busy` comes from their other calendars. */
export const calendarSchema = z.object({
  taken: z.array(
    z.object({
      kind: z.enum(['slot', 'event', 'proposal']),
      start: z.string(),
      end: z.string(),
      slug: z.string(),
    }),
  ),
  busy: z.array(slotSchema),
})
export type Calendar = z.infer<typeof calendarSchema>

/** Whether a person has an address for calendar programs, and since when. */
export const calendarFeedSchema = z.object({ created_at: z.nullable(z.string()) })
export type CalendarFeed = z.infer<typeof calendarFeedSchema>

/** The address itself, which is shown once. */
export const calendarFeedKeySchema = z.nullish(z.object({ uuid: z.optional(uuidKeyField) }))
export const newCalendarFeedSchema = z.object({ url: z.string() })
export type NewCalendarFeed = z.infer<typeof newCalendarFeedSchema>
