import * as z from 'zod/mini'
import { PAYOUT_WAIT_CODES } from '../earnings.ts'
import { amountOut, idField, timeField } from '../fields.ts'
import { requestPageQuerySchema } from '../lists.ts'

/**
 * GET /api/staff/payouts/: the open ones, the soonest payable first; or the closed ones, the last payable first. `q`:
 * only of the people whom the desk's search finds by it.
 */
export const staffPayoutQuerySchema = z.extend(requestPageQuerySchema, {
  state: z._default(z.enum(['open', 'closed']), 'open'),
  q: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(200))),
})

/**
 * `waiting`; `sending` while the provider is asked; `paid`; `netted` if a debt took all of it; `forgone` if its owner
 * gave it up on leaving.
 */
export const PAYOUT_STATES = ['waiting', 'sending', 'paid', 'netted', 'forgone'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** What an influencer is to get of one sale. */
export const staffPayoutSchema = z.object({
  id: idField,
  /** How often the provider was asked. The desk decides nothing about a payout. */
  version: z.int(),
  state: z.enum(PAYOUT_STATES),
  /** What goes out: the share of the sale, less what a debt took. */
  amount: amountOut,
  /** The part of the share that paid a debt. */
  withheld: amountOut,
  person: z.object({ id: idField, username: z.string() }),
  request_id: idField,
  request_slug: z.string(),
  /** When it may go out at the earliest. */
  payable_at: timeField,
  paid_at: z.nullable(timeField),
  /** Why an open one has not gone out; null for a closed one. */
  waits_for: z.nullable(z.enum(PAYOUT_WAIT_CODES)),
  /** Its transfer at the payment provider; null until there is one. */
  reference: z.nullable(z.string()),
})
export type StaffPayout = z.infer<typeof staffPayoutSchema>
