import * as z from 'zod/mini'
import { amountOut, idField, timeField } from '../fields.ts'
import { pageQuerySchema, placeField } from '../lists.ts'

/** The last dispute of the page before, as `next` has it: a moment, and an id at the payment provider. */
const DISPUTE_PLACE = /^(\d{1,14})_(\w{1,255})$/

/** GET /api/staff/disputes/: the open ones, the oldest first; or the closed ones, the last closed first. */
export const staffDisputeQuerySchema = z.extend(pageQuerySchema, {
  state: z._default(z.enum(['open', 'closed']), 'open'),
  after: z.optional(placeField(DISPUTE_PLACE)),
})

/** A buyer's bank wants the money back. */
export const staffDisputeSchema = z.object({
  /** Its id at the payment provider. */
  id: z.string(),
  version: z.int(),
  state: z.enum(['open', 'won', 'lost']),
  /** In the words of the card network. */
  reason: z.string(),
  amount: amountOut,
  at: timeField,
  /** Until when the bank takes an answer; null where it takes none. */
  due_by: z.nullable(timeField),
  request_id: idField,
  request_slug: z.string(),
  /** What answers it, of our own records; null while it is made. */
  pack: z.nullable(
    z.object({
      sections: z.array(z.object({ heading: z.string(), lines: z.array(z.string()) })),
      staged_at: z.nullable(timeField),
      send_asked_at: z.nullable(timeField),
      sent_at: z.nullable(timeField),
      /** When staff accepted the loss instead of answering, and when the bank was told so. */
      concede_asked_at: z.nullable(timeField),
      conceded_at: z.nullable(timeField),
    }),
  ),
})
export type StaffDispute = z.infer<typeof staffDisputeSchema>
