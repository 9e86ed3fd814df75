import * as z from 'zod/mini'
import { amountOut, idField, timeField } from '../fields.ts'

/** GET /api/staff/disputes/: a buyer's bank wants the money back. */
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
    }),
  ),
})
export type StaffDispute = z.infer<typeof staffDisputeSchema>
