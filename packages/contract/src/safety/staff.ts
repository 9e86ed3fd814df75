import * as z from 'zod/mini'
import { idField, timeField } from '../fields.ts'
import { requestPageQuerySchema } from '../lists.ts'
import { ageCheckSchema } from './age.ts'

/**
 * `support` sees people, requests and their money lines. `moderator` decides reports and suspends. `finance` decides
 * what is about money. `admin` may do all of it.
 */
export const STAFF_ROLES = ['support', 'moderator', 'finance', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** After how many hours staff get a reminder of an undecided case; the longest first. */
export const CASE_REMINDERS_HOURS = [72, 24] as const

/** The length of the reason of an act of staff, in characters. */
export const STAFF_REASON_MIN = 10
export const STAFF_REASON_MAX = 2000

/**
 * What the caller must do first: staff need a second factor; a person who books, claims or offers must declare a
 * birth date and be old enough.
 */
export const NEEDS = ['second_factor', 'birth_date', 'age'] as const
export type Needs = (typeof NEEDS)[number]
export const needsSchema = z.object({
  detail: z.string(),
  needs: z.optional(z.enum(NEEDS)),
  step_up: z.optional(z.array(z.string())),
})

/** GET /api/staff/me/ */
export const staffMeSchema = z.object({
  age_check: ageCheckSchema,
  roles: z.array(z.enum(STAFF_ROLES)),
  /** Whether this login has a valid step-up for changes. */
  stepped_up: z.boolean(),
})
export type StaffMe = z.infer<typeof staffMeSchema>

/** The subject of an act, or of a page that staff read. */
export const STAFF_SUBJECTS = ['person', 'request', 'report', 'appeal', 'problem', 'search'] as const
export type StaffSubject = (typeof STAFF_SUBJECTS)[number]

/**
 * GET /api/staff/actions/; `q`: only what the people did as staff whom the desk's search finds by it, and what
 * concerned them. A whole username finds its owner alone.
 */
export const staffActionQuerySchema = z.extend(requestPageQuerySchema, {
  q: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(200))),
})

/** One row of the staff audit. */
export const staffActionSchema = z.object({
  id: idField,
  at: timeField,
  /** Null: a command on the machine. */
  staff: z.nullable(z.string()),
  act: z.string(),
  about: z.nullable(z.object({ kind: z.enum(STAFF_SUBJECTS), id: z.string() })),
  /** The username of the person concerned. */
  person: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type StaffAction = z.infer<typeof staffActionSchema>
