import { type PayoutWaitCode, type Pence, pence } from '@parley/contract'
import { and, eq, inArray, max } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { balanceOf, forgoneLegs, payable, postJournal } from '../ledger/public.ts'
import { forgoable, type LastPence, lastPenceWait } from './payout-rules.ts'
import { findPayoutAccount, payoutSums } from './payout-store.ts'
import { payoutAccounts, payouts } from './tables.ts'

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
  if (restPence === null) return null
  const account = await findPayoutAccount(db, { userId })
  const [waiting] = await db
    .select({ latest: max(payouts.payableAt) })
    .from(payouts)
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
  return { pence: restPence, ...lastPenceWait({ account, hold, latest: waiting?.latest ?? null, now }) }
}

async function forgoablePence(db: DbOrTx, userId: string): Promise<Pence | null> {
  const owedPence = pence(-(await balanceOf(db, payable(userId))))
  return forgoable({ owedPence, ...(await payoutSums(db, userId)) })
}

/**
 * A person who deletes their account gives up earnings too small for a payout: they belong to the platform, and are
 * never sent.
 */
export async function forgoPayouts(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockPayouts(tx, userId)
  const restPence = await forgoablePence(tx, userId)
  if (restPence === null) return
  await tx
    .update(payouts)
    .set({ status: 'forgone', waitsFor: null, lookAt: null, updatedAt: now })
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
  const legs = forgoneLegs(userId, restPence)
  await postJournal(tx, { key: `forgone:${userId}`, kind: 'forgone', requestId: null, at: now, legs })
}

/** Locked like the decision about payouts, so that nothing is both ended here and sent. */
async function lockPayouts(tx: Tx, userId: string): Promise<void> {
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
}

/** What is or may become a person's to be paid out, in pence; negative: they owe it. */
export async function stillTheirsPence(db: DbOrTx, userId: string): Promise<Pence> {
  const { sendingPence, returningPence } = await payoutSums(db, userId)
  const owedPence = pence(-(await balanceOf(db, payable(userId))))
  // What is being sent may be refused, and then waits again.
  return pence(Math.max(sendingPence, owedPence + returningPence))
}

/** The debt of a person who leaves takes every payout that still waits, and at once: nobody is left to wait for it. */
export async function netLastPayouts(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockPayouts(tx, userId)
  if ((await stillTheirsPence(tx, userId)) > 0) return
  await tx
    .update(payouts)
    .set({
      ...{ status: 'netted', withheldPence: payouts.sharePence, waitsFor: null, lookAt: null },
      updatedAt: now,
    })
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
}
