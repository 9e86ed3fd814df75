import * as z from 'zod/mini'
import { attendanceSchema } from '../attendance.ts'
import { amountOut, idField, timeField, uuidKeyField } from '../fields.ts'
import { staffOpinionSchema } from '../in-call/call-opinion.ts'
import { ABSENT_RULES, EVENT_FORMATS } from '../live-events.ts'
import { messages } from '../messages.ts'
import { moneyRailSchema } from '../money-rail.ts'
import { PAYMENT_STATUSES, REQUEST_OUTCOMES, REQUEST_STATES, REQUEST_TYPES } from '../requests.ts'
import { SETTLED_BY } from '../rules/call-money.ts'
import { plainText } from '../rules/plain-text.ts'
import { statementSchema } from './disputes.ts'
import { PROBLEM_KINDS, PROBLEM_STATES } from './reported-problem.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from './staff.ts'

export const REPORT_REASONS = [
  'harassment',
  'sexual',
  'minor',
  'impersonation',
  'fraud',
  'spam',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/**
 * What somebody reports: a person, a call, an event, a question at an event, a line of the chat of an event. The id of
 * a line is `{event slug}:{line id}`; only a line that everybody at the event can still read may be reported.
 */
export const REPORT_SUBJECTS = ['user', 'request', 'event', 'question', 'line'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

export const REPORT_TEXT_MAX = 1000
/** How many reports one person may make in 24 hours. */
export const REPORTS_A_DAY_MAX = 20

/** POST /api/reports/ */
export const newReportSchema = z.object({
  about: z.object({ kind: z.enum(REPORT_SUBJECTS), id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reason: z.enum(REPORT_REASONS),
  text: z._default(
    z.string().check(z.overwrite(plainText), z.maxLength(REPORT_TEXT_MAX, messages.reportLong)),
    '',
  ),
  /** Whether the calls of the two end now, as by End Call of the reporter. */
  end: z._default(z.boolean(), false),
  /** The same one makes one report; without one each call makes one. */
  uuid: z.optional(uuidKeyField),
})
export type NewReport = z.infer<typeof newReportSchema>
/** `money_waits`: what was paid for the reported call is not released until staff decide the report. */
export const newReportAnswerSchema = z.object({ id: idField, money_waits: z.boolean() })
export type NewReportAnswer = z.infer<typeof newReportAnswerSchema>

export const CASE_STATES = ['open', 'decided'] as const
/** `upheld`: the rules were broken. `dismissed`: they were not, as far as staff can see. */
export const REPORT_DECISIONS = ['upheld', 'dismissed'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

const reasonField = z
  .string()
  .check(
    z.overwrite(plainText),
    z.minLength(STAFF_REASON_MIN, messages.staffReason),
    z.maxLength(STAFF_REASON_MAX, messages.staffReason),
  )
const versionField = z.int().check(z.minimum(0))
/** The input of every act of staff: the reason, and the version that the member of staff saw. */
export const staffActSchema = z.object({ reason: reasonField, version: versionField })
export type StaffAct = z.infer<typeof staffActSchema>

/** POST /api/staff/reports/{id}/decide/ */
export const decideReportSchema = z.extend(staffActSchema, { decision: z.enum(REPORT_DECISIONS) })
export type DecideReport = z.infer<typeof decideReportSchema>

export const staffPersonLineSchema = z.object({ id: idField, username: z.string() })
export type StaffPersonLine = z.infer<typeof staffPersonLineSchema>

/** One row of the desk's queue. */
export const staffReportSchema = z.object({
  id: idField,
  version: z.int(),
  state: z.enum(CASE_STATES),
  at: timeField,
  reason: z.enum(REPORT_REASONS),
  about: z.enum(REPORT_SUBJECTS),
  reported: staffPersonLineSchema,
  reporter: staffPersonLineSchema,
})
export type StaffReport = z.infer<typeof staffReportSchema>
export const staffReportQuerySchema = z.object({ state: z._default(z.enum(CASE_STATES), 'open') })

/** A report in the history of a person or of a request, without its words. */
export const staffReportLineSchema = z.extend(
  z.pick(staffReportSchema, { id: true, at: true, reason: true, about: true }),
  {
    /** Null while it is open. */
    decision: z.nullable(z.object({ decision: z.enum(REPORT_DECISIONS), reason: z.string(), at: timeField })),
  },
)
export type StaffReportLine = z.infer<typeof staffReportLineSchema>
/** How many reports such a history shows, the newest first. */
export const STAFF_REPORTS_MAX = 20
/** Reports are counted up to one more than this; the desk shows "200+". */
export const STAFF_REPORTS_COUNTED_MAX = 200

/** A person as staff see them: the reports about them, and their own reports; 201 stands for more than 200. */
export const staffStoryLineSchema = z.extend(staffPersonLineSchema, {
  since: timeField,
  is_influencer: z.boolean(),
  reports_about: z.object({ all: z.int(), upheld: z.int() }),
  reports_made: z.object({ all: z.int(), upheld: z.int() }),
})
export type StaffStoryLine = z.infer<typeof staffStoryLineSchema>

const staffProblemOfRequestSchema = z.object({
  id: idField,
  version: z.int(),
  kind: z.enum(PROBLEM_KINDS),
  text: z.nullable(z.string()),
  reporter: z.string(),
  at: timeField,
  state: z.enum(PROBLEM_STATES),
  /** What went back by its settlement; null while it is open. */
  back: z.nullable(amountOut),
})

/**
 * Money of a sale about which only an operator can do something: a refund that came back to a buyer who has left; a
 * refund that an influencer gave and who has left before they earned it; a payout that was taken back by hand.
 */
export const MONEY_WAITS = ['returned_to_leaver', 'gift_of_leaver', 'taken_back'] as const
export type MoneyWait = (typeof MONEY_WAITS)[number]

/** One request as the desk sees it: who was there when, where each penny is, and each change. */
export const staffRequestSchema = z.object({
  id: idField,
  /** Grows with each change of it. */
  version: z.int(),
  slug: z.string(),
  request_type: z.enum(REQUEST_TYPES),
  state: z.enum(REQUEST_STATES),
  outcome: z.nullable(z.enum(REQUEST_OUTCOMES)),
  /** By what rule its money went back, or stayed; null while it is open or nothing was paid. */
  settled_by: z.nullable(z.enum(SETTLED_BY)),
  payment: z.enum(PAYMENT_STATUSES),
  description: z.string(),
  note: z.string(),
  amount: amountOut,
  duration: z.int(),
  created_at: timeField,
  /** When both were in the call for the first time, or the event of a place had begun; null before. */
  begun_at: z.nullable(timeField),
  buyer: staffPersonLineSchema,
  influencer: z.nullable(staffPersonLineSchema),
  attendee: z.nullable(staffPersonLineSchema),
  /** The event of a place; `absent` is the rule of a queue for fans who are not there at their turn. */
  event: z.nullable(
    z.object({
      title: z.string(),
      format: z.enum(EVENT_FORMATS),
      absent: z.nullable(z.enum(ABSENT_RULES)),
    }),
  ),
  /** As the buyer would read it: `you` is the buyer's side; null for a place at a broadcast. */
  attendance: z.nullable(attendanceSchema),
  /** For a place at a broadcast, when the event was on air until the place ended; null for any other request. */
  on_air: z.nullable(z.array(z.object({ start: timeField, end: z.nullable(timeField) }))),
  money: moneyRailSchema,
  /** The part of this sale that pays a debt of the influencer: it is booked as theirs, and never paid out. */
  withheld: amountOut,
  /**
   * The part of this sale that the influencer gave up when they deleted their account: it belongs to the platform.
   */
  forgone: amountOut,
  /** Money that waits for an operator, because nobody else can do anything about it. */
  waits: z.array(z.object({ kind: z.enum(MONEY_WAITS), amount: amountOut })),
  /** The part of the price that can still be refunded: not refunded yet, and not taken by a bank. */
  left: amountOut,
  /** The problem that a party reported last; null if there is none. */
  problem: z.nullable(staffProblemOfRequestSchema),
  /** The ones before it, the last first. */
  earlier_problems: z.array(staffProblemOfRequestSchema),
  /** The influencer's statements to the buyer's bank, the oldest first. */
  statements: z.array(statementSchema),
  history: z.array(
    z.object({
      at: timeField,
      action: z.string(),
      /** Who made the change; null for a time rule or the payment provider. */
      by: z.nullable(z.string()),
      from_state: z.nullable(z.string()),
      state: z.string(),
      payment: z.string(),
    }),
  ),
  /** How the two people rated the call. */
  opinions: z.array(staffOpinionSchema),
  /** The last reports about it, the newest first; without those by the reader or about them. */
  reports: z.array(staffReportLineSchema),
})
export type StaffRequest = z.infer<typeof staffRequestSchema>

/** GET /api/staff/reports/{id}/ */
export const staffCaseSchema = z.extend(staffReportSchema, {
  text: z.string(),
  /** The facts at the time of the report. */
  facts: z.record(z.string(), z.nullable(z.string())),
  reported_story: staffStoryLineSchema,
  reporter_story: staffStoryLineSchema,
  /** What the two wrote to each other in the reported call, the oldest first. */
  lines: z.array(z.object({ from: z.string(), text: z.string(), at: z.string() })),
  request: z.nullable(staffRequestSchema),
  decision: z.nullable(
    z.object({ decision: z.enum(REPORT_DECISIONS), reason: z.string(), at: timeField, by: z.string() }),
  ),
})
export type StaffCase = z.infer<typeof staffCaseSchema>

/** GET /api/staff/people/?q= finds people and requests. */
export const staffSearchSchema = z.object({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)) })
export const staffFoundSchema = z.object({
  people: z.array(staffPersonLineSchema),
  requests: z.array(
    z.object({
      id: idField,
      slug: z.string(),
      description: z.string(),
      amount: amountOut,
      state: z.enum(REQUEST_STATES),
      buyer: z.string(),
      influencer: z.nullable(z.string()),
    }),
  ),
})
export type StaffFound = z.infer<typeof staffFoundSchema>
export const STAFF_FOUND_MAX = 20

/** GET /api/staff/people/{id}/ */
export const staffPersonSchema = z.extend(staffStoryLineSchema, {
  requests: staffFoundSchema.shape.requests,
})
export type StaffPerson = z.infer<typeof staffPersonSchema>
