import { PAYOUT_MIN_PENCE, type PayoutWaitCode, type Pence, pence } from '@parley/contract'
import { and, eq, inArray, max } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { balanceOf, forgoneLegs, payable, postJournal } from '../ledger/public.ts'
import { findPayoutAccount } from './payout-account.ts'
import { payoutSums } from './payout-store.ts'
import { payoutAccounts, payouts } from './tables.ts'

/** Earnings below the payout minimum, and why they cannot go out now; `waitsFor` is null if they can. */
export interface LastPence {
  pence: Pence
  waitsFor: PayoutWaitCode | null
  /** From when they can go; null when they can now, or when that has no date. */
  payableAt: Date | null
}

/**
 * The last payout of a person who deletes their account, or the sum that they may give up; null if nothing is below
 * the payout minimum.
 */
export async function lastPence(
  db: DbOrTx,
  person: { userId: string; hold: PayoutWaitCode | null; now: Date },
): Promise<LastPence | null> {
  const { userId, hold, now } = person
  const restPence = await forgoablePence(db, userId)
  if (restPence === 0) return null
  // Staff may still give its sale back: before that nothing can be sent or given up, with an account or without.
  if (hold === 'open_problem') return { pence: restPence, waitsFor: hold, payableAt: null }
  const account = await findPayoutAccount(db, { userId })
  const [waiting] = await db
    .select({ latest: max(payouts.payableAt) })
    .from(payouts)
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
  const latest = waiting?.latest
  if (!account) return { pence: restPence, waitsFor: 'no_account', payableAt: null }
  if (account.status !== 'active') return { pence: restPence, waitsFor: 'account_not_ready', payableAt: null }
  if (hold) return { pence: restPence, waitsFor: hold, payableAt: null }
  // Without a payout: a transfer of theirs was reversed by hand.
  if (!latest) return { pence: restPence, waitsFor: 'provider_refused', payableAt: null }
  return latest > now
    ? { pence: restPence, waitsFor: 'scheduled', payableAt: latest }
    : { pence: restPence, waitsFor: null, payableAt: null }
}

/** Earnings below the payout minimum, in pence; 0 if there are none, or enough, or some are being sent. */
async function forgoablePence(db: DbOrTx, userId: string): Promise<Pence> {
  const owedPence = pence(-(await balanceOf(db, payable(userId))))
  if (owedPence <= 0 || owedPence >= PAYOUT_MIN_PENCE) return pence(0)
  const { sendingPence, returningPence } = await payoutSums(db, userId)
  return sendingPence === 0 && returningPence === 0 ? owedPence : pence(0)
}

/**
 * A person who deletes their account gives up earnings too small for a payout: they belong to the platform, and are
 * never sent.
 */
export async function forgoPayouts(tx: Tx, userId: string, now: Date): Promise<void> {
  // Locked like the decision about payouts, so that nothing is both given up and sent.
  await tx
    .select({ id: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
    .for('update')
  await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.influencerId, userId), inArray(payouts.status, ['waiting', 'sending'])))
    .orderBy(payouts.payableAt, payouts.id)
    .for('update')
  const restPence = await forgoablePence(tx, userId)
  if (restPence === 0) return
  await tx
    .update(payouts)
    .set({ status: 'forgone', waitsFor: null, lookAt: null, updatedAt: now })
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
  const legs = forgoneLegs(userId, restPence)
  await postJournal(tx, { key: `forgone:${userId}`, kind: 'forgone', requestId: null, at: now, legs })
}
