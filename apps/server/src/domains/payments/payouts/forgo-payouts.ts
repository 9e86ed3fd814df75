import { PAYOUT_MIN_PENCE } from '@parley/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { balanceOf, forgoneLegs, payable, postJournal } from '../../ledger/public.ts'
import { payoutAccounts, payouts } from '../tables.ts'
import { payoutSums } from './payout-store.ts'

/** What somebody earned and would never be paid alone, in pence; 0 when there is nothing, or enough, or some is on its way. */
export async function forgoablePence(db: DbOrTx, userId: string): Promise<number> {
  const pence = -(await balanceOf(db, payable(userId)))
  if (pence <= 0 || pence >= PAYOUT_MIN_PENCE) return 0
  const { sendingPence, returningPence } = await payoutSums(db, userId)
  return sendingPence === 0 && returningPence === 0 ? pence : 0
}

/** Somebody who leaves gives up what is too little to be paid out: it is the platform's, and none of it goes out any more. */
export async function forgoPayouts(tx: Tx, userId: string, now: Date): Promise<void> {
  // Locked as the decision on payouts locks them: what is given up is not sent, what is being sent is not given up.
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
  const pence = await forgoablePence(tx, userId)
  if (pence === 0) return
  await tx
    .update(payouts)
    .set({ status: 'forgone', waitsFor: null, lookAt: null, updatedAt: now })
    .where(and(eq(payouts.influencerId, userId), eq(payouts.status, 'waiting')))
  const legs = forgoneLegs(userId, pence)
  await postJournal(tx, { key: `forgone:${userId}`, kind: 'forgone', requestId: null, at: now, legs })
}
