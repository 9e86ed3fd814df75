import * as z from 'zod/mini'
import { amountOut, idField } from './fields.ts'
import { listOf } from './lists.ts'

/** How far a person has come towards being paid out: no account at the provider, begun, stopped by it, or verified. */
export const PAYOUT_ACCOUNT_STATUSES = ['none', 'onboarding', 'restricted', 'active'] as const
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number]

/** What the provider still wants of a person, in plain words. */
export const payoutRequirementSchema = z.object({
  /** The provider's own name of it, such as `individual.verification.document`. */
  code: z.string(),
  message: z.string(),
})
export type PayoutRequirement = z.infer<typeof payoutRequirementSchema>

export const payoutAccountSchema = z.object({
  status: z.enum(PAYOUT_ACCOUNT_STATUSES),
  requirements: z.array(payoutRequirementSchema),
  /** Until when the provider wants them, before it stops payouts; null when it named no date. */
  due_at: z.nullable(z.string()),
  payouts_enabled: z.boolean(),
})
export type PayoutAccount = z.infer<typeof payoutAccountSchema>

/** Why earned money has not gone out yet. */
export const PAYOUT_WAIT_CODES = [
  /** The call is over; buyers have some time to complain before the money is theirs. */
  'release',
  /** Earned, and its day has not come. */
  'scheduled',
  'no_account',
  'account_not_ready',
  'open_dispute',
  /** Something was wrong with a call that is paid out, and the desk has not decided. */
  'open_problem',
  /** The account is suspended, or was banned less than 120 days ago. */
  'suspended',
  'below_minimum',
  'debt',
  /** The provider refused the transfer; it is tried again. */
  'provider_refused',
  /** On its way at this moment. */
  'sending',
] as const
export type PayoutWaitCode = (typeof PAYOUT_WAIT_CODES)[number]

export const upcomingPayoutSchema = z.object({
  /** What the person gets, less the platform's fee. */
  amount: amountOut,
  /** When it goes out at the earliest; null when that depends on something that has no date. */
  payable_at: z.nullable(z.string()),
  request_slug: z.string(),
  /** Why it waits, as a code and as a sentence. */
  reason: z.object({ code: z.enum(PAYOUT_WAIT_CODES), message: z.string() }),
})
export type UpcomingPayout = z.infer<typeof upcomingPayoutSchema>

export const EARNINGS_ENTRY_KINDS = [
  /** A sale was earned. */
  'release',
  /** Money went to the person's account at the provider. */
  'transfer',
  /** A transfer was taken back. */
  'transfer_reversed',
  /** A sale went back to the buyer after it was earned. */
  'refund',
  /** The buyer's bank took a sale back after it was earned. */
  'dispute',
] as const

/** One line of a person's account: positive amounts are for them, negative ones left them. */
export const earningsEntrySchema = z.object({
  id: idField,
  kind: z.enum(EARNINGS_ENTRY_KINDS),
  amount: amountOut,
  /** The platform's share, where the line has one: positive when it was taken, negative when it was given back. */
  fee: amountOut,
  at: z.string(),
  request_slug: z.nullable(z.string()),
  /** Of an earned sale, where its payout is; `settled` for every other line. */
  status: z.enum(['waiting', 'sending', 'paid', 'netted', 'settled']),
})
export type EarningsEntry = z.infer<typeof earningsEntrySchema>

/** What a person earned and where it is. */
export const earningsSchema = z.object({
  currency: z.string(),
  payout_account: payoutAccountSchema,
  /** The person's share of what buyers paid and is not earned yet. */
  held: amountOut,
  /** Earned, and not on its way yet. */
  payable: amountOut,
  in_transit: amountOut,
  /** Owed back to the platform; it comes off the next payouts. */
  debt: amountOut,
  /** What reached the person's account at the provider so far, less what was taken back. */
  paid_out: amountOut,
  /** What comes next, soonest first, at most 50. */
  upcoming: z.array(upcomingPayoutSchema),
  /** Newest first; `page` and `page_size` as in other lists. */
  entries: listOf(earningsEntrySchema),
})
export type Earnings = z.infer<typeof earningsSchema>

/** Where the person says to the provider who they are and where their money goes: works once, for minutes. */
export const payoutAccountLinkSchema = z.object({ url: z.string() })
export type PayoutAccountLink = z.infer<typeof payoutAccountLinkSchema>
