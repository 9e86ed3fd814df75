import {
  PAYOUT_AFTER_RELEASE_MS,
  PAYOUT_MIN_PENCE,
  type PayoutWaitCode,
  type Pence,
  pence,
} from '@parley/contract'
import type { PayoutAccountRow } from './tables.ts'

const RECHECK_AFTER_MS = 3_600_000
/** How long the provider's state of an account that is not ready is trusted. */
const FRESH_MS = 600_000

/** When the share of a sale that is released now goes out. */
export const payableFrom = (releasedAt: Date): Date =>
  new Date(releasedAt.getTime() + PAYOUT_AFTER_RELEASE_MS)

/** When a payout that waits is checked again. */
export const recheckAt = (now: Date): Date => new Date(now.getTime() + RECHECK_AFTER_MS)

/** Whether the provider is asked again about an account: the webhook that says it is ready may have been lost. */
export const isStale = (account: Pick<PayoutAccountRow, 'status' | 'updatedAt'>, now: Date): boolean =>
  account.status !== 'active' && now.getTime() - account.updatedAt.getTime() >= FRESH_MS

/** Why none of a person's payouts can go out now: their account, or what holds all of them; null if they can. */
export function payoutWait(
  account: Pick<PayoutAccountRow, 'status'> | undefined,
  hold: PayoutWaitCode | null,
): PayoutWaitCode | null {
  if (!account || account.status === 'closed') return 'no_account'
  return account.status === 'active' ? hold : 'account_not_ready'
}

/** What the ledger owes an influencer, and their payouts and reversals that are not in the ledger yet. */
export interface PayoutSums {
  owedPence: Pence
  waitingPence: Pence
  sendingPence: Pence
  returningPence: Pence
}

/** The debt of an influencer; negative if the platform owes them more than their payouts. */
export const debtOf = ({ owedPence, waitingPence, sendingPence, returningPence }: PayoutSums): Pence =>
  pence(waitingPence + sendingPence - owedPence - returningPence)

/** Earnings below the payout minimum; null if there are none, or enough, or some are being sent. */
export function forgoable(sums: Omit<PayoutSums, 'waitingPence'>): Pence | null {
  const { owedPence, sendingPence, returningPence } = sums
  if (owedPence <= 0 || owedPence >= PAYOUT_MIN_PENCE) return null
  return sendingPence === 0 && returningPence === 0 ? owedPence : null
}

/** Earnings below the payout minimum, and why they cannot go out now; `waitsFor` is null if they can. */
export interface LastPence {
  pence: Pence
  waitsFor: PayoutWaitCode | null
  /** From when they can go; null when they can now, or when that has no date. */
  payableAt: Date | null
}

/** Why the last pence of a person who leaves cannot go out now. `latest`: when their last payout becomes payable. */
export function lastPenceWait(last: {
  account: Pick<PayoutAccountRow, 'status'> | undefined
  hold: PayoutWaitCode | null
  latest: Date | null
  now: Date
}): Omit<LastPence, 'pence'> {
  const { account, hold, latest, now } = last
  // Staff may still give its sale back: before that nothing can be sent or given up, with an account or without.
  const wait = hold === 'open_problem' ? hold : payoutWait(account, hold)
  if (wait) return { waitsFor: wait, payableAt: null }
  // Without a payout: a transfer of theirs was reversed by hand.
  if (!latest) return { waitsFor: 'provider_refused', payableAt: null }
  return latest > now ? { waitsFor: 'scheduled', payableAt: latest } : { waitsFor: null, payableAt: null }
}
