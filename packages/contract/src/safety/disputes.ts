import * as z from 'zod/mini'
import { DISPUTE_STATEMENT_MAX } from '../constants.ts'
import { amountOut, idField, timeField } from '../fields.ts'
import { pageQuerySchema, placeField } from '../lists.ts'
import { messages } from '../messages.ts'
import { plainText } from '../rules/plain-text.ts'

/** The last dispute of the page before, as `next` has it: a moment, and an id at the payment provider. */
const DISPUTE_PLACE = /^(\d{1,14})_(\w{1,255})$/

/** GET /api/staff/disputes/: the open ones, the oldest first; or the closed ones, the last closed first. */
export const staffDisputeQuerySchema = z.extend(pageQuerySchema, {
  state: z._default(z.enum(['open', 'closed']), 'open'),
  after: z.optional(placeField(DISPUTE_PLACE)),
})

/** The statement of the influencer of the sale to the bank. */
export const statementSchema = z.object({
  text: z.string(),
  at: timeField,
  /** When the server uploaded it to the payment provider, as a part of the answer; null until then. */
  staged_at: z.nullable(timeField),
})

/** The state of the answer to a dispute. */
const progress = {
  staged_at: z.nullable(timeField),
  send_asked_at: z.nullable(timeField),
  sent_at: z.nullable(timeField),
  /** When staff accepted the loss instead of answering, and when the bank got that. */
  concede_asked_at: z.nullable(timeField),
  conceded_at: z.nullable(timeField),
}
const sectionsSchema = z.array(z.object({ heading: z.string(), lines: z.array(z.string()) }))

/** A buyer's bank wants the money back. */
export const staffDisputeSchema = z.object({
  /** Its id at the payment provider. */
  id: z.string(),
  version: z.int(),
  state: z.enum(['open', 'won', 'lost']),
  /** The bank only asks, or asked: no money moves, and the call and payouts go on. */
  is_inquiry: z.boolean(),
  /** In the words of the card network. */
  reason: z.string(),
  amount: amountOut,
  at: timeField,
  /** The bank's deadline for an answer; null if it accepts none. */
  due_by: z.nullable(timeField),
  request_id: idField,
  request_slug: z.string(),
  /** The answer from our own records; null until it is made. */
  pack: z.nullable(
    z.object({
      sections: sectionsSchema,
      ...progress,
      /** The influencer's statement; null if there is none. */
      statement: z.nullable(statementSchema),
    }),
  ),
})
export type StaffDispute = z.infer<typeof staffDisputeSchema>

/** GET /api/influencer/me/disputes/: the last opened first. */
export const ownDisputeQuerySchema = z.extend(pageQuerySchema, {
  after: z.optional(placeField(DISPUTE_PLACE)),
})

/** A dispute of a sale, as the influencer of that sale reads it. */
export const ownDisputeSchema = z.object({
  /** Its id at the payment provider. */
  id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  /** The bank only asks, or asked: no money moves, and the call and payouts go on. */
  is_inquiry: z.boolean(),
  /** In the words of the card network. */
  reason: z.string(),
  amount: amountOut,
  at: timeField,
  /** The bank's deadline for an answer; the server sends ours a day before. Null if the bank accepts none. */
  due_by: z.nullable(timeField),
  request_slug: z.string(),
  description: z.string(),
  /**
   * The part of the answer that the influencer may read: what was sold, who was there, how it ended. Null until it is
   * made. The bank also gets the buyer's name and address, the mails to the buyer, and the amount of media from each
   * side.
   */
  pack: z.nullable(z.object({ sections: sectionsSchema, ...progress })),
  statement: z.nullable(statementSchema),
  /**
   * How often the influencer may still change their statement; 0 if the bank accepts no answer, or after the answer
   * or the decision.
   */
  writes_left: z.int(),
})
export type OwnDispute = z.infer<typeof ownDisputeSchema>

/** POST /api/influencer/me/disputes/{id}/statement/: replaces the former statement. */
export const disputeStatementSchema = z.object({
  text: z
    .string({ error: messages.statementRequired })
    .check(
      z.overwrite(plainText),
      z.minLength(1, { error: messages.statementRequired, abort: true }),
      z.maxLength(DISPUTE_STATEMENT_MAX, messages.statementLong),
    ),
})
