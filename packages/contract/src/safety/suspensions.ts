import * as z from 'zod/mini'
import { idField, timeField } from '../fields.ts'
import { requestPageQuerySchema } from '../lists.ts'
import { messages } from '../messages.ts'
import { plainText } from '../rules/plain-text.ts'
import { DAY_MS } from '../rules/time-units.ts'
import { birthDateField, staffAgeSchema } from './age.ts'
import { CASE_STATES, staffActSchema, staffPersonSchema, staffReportLineSchema } from './reports.ts'
import { STAFF_ROLES } from './staff.ts'

/** `suspended`: with an end or none. `banned`: for good, unless two of staff lift it. */
export const SUSPENSION_KINDS = ['suspended', 'banned'] as const
export type SuspensionKind = (typeof SUSPENSION_KINDS)[number]
export const APPEAL_DECISIONS = ['lifted', 'upheld'] as const
export type AppealDecision = (typeof APPEAL_DECISIONS)[number]

export const APPEAL_WITHIN_MS = 14 * DAY_MS
export const APPEAL_TEXT_MIN = 10
export const APPEAL_TEXT_MAX = 2000
/** How long the earnings of a banned person wait for disputes of cards before they are paid out. */
export const BANNED_PAYOUT_WAIT_MS = 120 * DAY_MS

/**
 * POST /api/staff/people/{id}/suspend/; `version` is that of the person's last suspension, 0 where there was none.
 */
export const suspendSchema = z.extend(staffActSchema, {
  kind: z._default(z.enum(SUSPENSION_KINDS), 'suspended'),
  until: z._default(z.nullable(timeField), null),
})
export type Suspend = z.infer<typeof suspendSchema>
/** POST /api/staff/people/{id}/birth-date/ */
export const staffBirthDateSchema = z.extend(staffActSchema, { date: birthDateField })

export const suspensionSchema = z.object({
  kind: z.enum(SUSPENSION_KINDS),
  until: z.nullable(timeField),
  /** Empty for a party to it. */
  reason: z.string(),
  at: timeField,
  ended_at: z.nullable(timeField),
  /** Whether one of two has asked to lift it. */
  lift_asked: z.boolean(),
})
export const staffStandingSchema = z.extend(staffPersonSchema, {
  age: staffAgeSchema,
  version: z.int(),
  /** Whether the reader is a party to a suspension of theirs, and so reads no reason of one. */
  is_party: z.boolean(),
  /** When a mail to them was last refused for good, if none was taken since; null otherwise. */
  mail_refused_at: z.nullable(timeField),
  /** What they may do as staff themselves. */
  roles: z.array(z.enum(STAFF_ROLES)),
  /** The active suspension, or the last one. */
  suspension: z.nullable(suspensionSchema),
  /** All of them, the newest first. */
  suspensions: z.array(suspensionSchema),
  /** The last reports about them, the newest first; without those by the reader, and none about the reader. */
  reports: z.array(staffReportLineSchema),
})
export type StaffStandingPerson = z.infer<typeof staffStandingSchema>

/** POST /api/appeals/ */
export const newAppealSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z
    .string()
    .check(
      z.overwrite(plainText),
      z.minLength(APPEAL_TEXT_MIN, messages.appealText),
      z.maxLength(APPEAL_TEXT_MAX, messages.appealText),
    ),
})

/** GET /api/staff/appeals/: the open ones, the oldest first; or the closed ones, the last decided first. */
export const staffAppealQuerySchema = z.extend(requestPageQuerySchema, {
  state: z._default(z.enum(['open', 'closed']), 'open'),
})

/** One appeal at the desk. */
export const staffAppealSchema = z.object({
  id: idField,
  version: z.int(),
  state: z.enum(CASE_STATES),
  at: timeField,
  /** Empty for a party to it. */
  text: z.string(),
  person: z.object({ id: idField, username: z.string() }),
  suspension: suspensionSchema,
  /** Whether the reader suspended them, and so does not decide. */
  is_own: z.boolean(),
  /** Whether the reader is a party to it: they reported the person, or had a request with them. */
  is_party: z.boolean(),
  /** How it was decided; only a closed one has it. */
  decision: z.optional(
    z.object({
      decision: z.enum(APPEAL_DECISIONS),
      /** What staff wrote; null for a party to it, and if it was decided before reasons were stored here. */
      reason: z.nullable(z.string()),
      at: timeField,
    }),
  ),
})
export type StaffAppeal = z.infer<typeof staffAppealSchema>
/** POST /api/staff/appeals/{id}/decide/ */
export const decideAppealSchema = z.extend(staffActSchema, { decision: z.enum(APPEAL_DECISIONS) })
export type DecideAppeal = z.infer<typeof decideAppealSchema>
