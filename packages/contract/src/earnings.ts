import * as z from 'zod/mini'
import { amountOut, idField } from './fields.ts'
import { listOf } from './lists.ts'

/**
 * The state of a person's payout account: none at the provider, begun, stopped by the provider, verified, or closed,
 * after which the person can set up another one.
 */
export const PAYOUT_ACCOUNT_STATUSES = ['none', 'onboarding', 'restricted', 'active', 'closed'] as const
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number]

/** The data that the provider still requires from a person, in plain words. */
export const payoutRequirementSchema = z.object({
  /** The provider's own name of the requirement, such as `individual.verification.document`. */
  code: z.string(),
  message: z.string(),
})
export type PayoutRequirement = z.infer<typeof payoutRequirementSchema>

export const payoutAccountSchema = z.object({
  status: z.enum(PAYOUT_ACCOUNT_STATUSES),
  requirements: z.array(payoutRequirementSchema),
  /** The deadline, after which the provider stops payouts; null when it named none. */
  due_at: z.nullable(z.string()),
  payouts_enabled: z.boolean(),
})
export type PayoutAccount = z.infer<typeof payoutAccountSchema>

/** Why earned money has not gone out yet. */
export const PAYOUT_WAIT_CODES = [
  /** The call is over; the buyer can still complain before the money is released. */
  'release',
  /** Earned, and its payout day has not come. */
  'scheduled',
  'no_account',
  'account_not_ready',
  'open_dispute',
  /** A party reported a problem with a call after its release, and staff have not decided. */
  'open_problem',
  /** The account is suspended, or was banned less than 120 days ago. */
  'suspended',
  'below_minimum',
  'debt',
  /** The provider refused the transfer; the server tries it again. */
  'provider_refused',
  /** The transfer is being sent. */
  'sending',
] as const
export type PayoutWaitCode = (typeof PAYOUT_WAIT_CODES)[number]

export const upcomingPayoutSchema = z.object({
  /** What the person gets, less the platform's fee. */
  amount: amountOut,
  /** When it goes out at the earliest; null when that depends on something that has no date. */
  payable_at: z.nullable(z.string()),
  request_slug: z.string(),
  /** The reason why it waits, as a code and as a sentence. */
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

/** One entry of a person's account: positive amounts are for them, negative ones left them. */
export const earningsEntrySchema = z.object({
  id: idField,
  kind: z.enum(EARNINGS_ENTRY_KINDS),
  amount: amountOut,
  /**
   * The platform's share, if the entry has one: positive when the platform took it, negative when it gave it back.
   */
  fee: amountOut,
  at: z.string(),
  request_slug: z.nullable(z.string()),
  /** For an earned sale, the state of its payout; `settled` for every other entry. */
  status: z.enum(['waiting', 'sending', 'paid', 'netted', 'settled']),
})
export type EarningsEntry = z.infer<typeof earningsEntrySchema>

/** What a person earned and where it is. */
export const earningsSchema = z.object({
  currency: z.string(),
  payout_account: payoutAccountSchema,
  /** The person's share of what buyers paid and is not earned yet. */
  held: amountOut,
  /** Earned, and not sent yet. */
  payable: amountOut,
  in_transit: amountOut,
  /** A debt to the platform; the next payouts pay it. */
  debt: amountOut,
  /** The sum of transfers to the person's account at the provider, less reversals. */
  paid_out: amountOut,
  /** The next payouts, soonest first, at most 50. */
  upcoming: z.array(upcomingPayoutSchema),
  /** Newest first; `page` and `page_size` as in other lists. */
  entries: listOf(earningsEntrySchema),
})
export type Earnings = z.infer<typeof earningsSchema>

/** The provider's page where the person enters their identity and bank account; works once, for minutes. */
export const payoutAccountLinkSchema = z.object({ url: z.string() })
export type PayoutAccountLink = z.infer<typeof payoutAccountLinkSchema>
