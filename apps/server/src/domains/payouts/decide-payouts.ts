import { type PayoutWaitCode, type Pence, pence } from '@parley/contract'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { payableSums } from '../ledger/public.ts'
import { PAYOUT_TOPICS, type PayoutsDeps } from './deps.ts'
import { dividePayouts, type PayoutFate } from './divide-payouts.ts'
import { debtOf, payoutWait, recheckAt } from './payout-rules.ts'
import { payoutSums } from './payout-store.ts'
import { IS_OPEN, payoutAccounts, payouts } from './tables.ts'

/** The debt of an influencer, in pence; negative if the platform owes them more than their payouts. */
export async function debtPence(db: DbOrTx, influencerId: string): Promise<Pence> {
  const owedPence = pence(-(await payableSums(db, influencerId)).balancePence)
  return debtOf({ owedPence, ...(await payoutSums(db, influencerId)) })
}

/**
 * Decides about an influencer's due payouts and stores it; the outbox calls the provider. The account's row is
 * locked, so that two processes do not net one debt twice. `hold`: why none of them may go; `leastPence`: below this
 * sum they wait. Returns the ids of those that are sent.
 */
export async function decidePayouts(
  deps: Pick<PayoutsDeps, 'outbox'>,
  tx: Tx,
  due: { influencerId: string; hold: PayoutWaitCode | null; leastPence?: Pence; now: Date },
): Promise<string[]> {
  const { influencerId, hold, now } = due
  const [account] = await tx
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, influencerId))
    .for('update')
  const rows = await tx
    .select({ id: payouts.id, sharePence: payouts.sharePence })
    .from(payouts)
    .where(
      and(
        eq(payouts.influencerId, influencerId),
        IS_OPEN,
        eq(payouts.status, 'waiting'),
        lte(payouts.payableAt, now),
      ),
    )
    .orderBy(asc(payouts.payableAt), asc(payouts.id))
    .for('update')
  const wait = payoutWait(account, hold)
  const fates: PayoutFate[] = wait
    ? rows.map(({ id }) => ({ id, fate: 'wait', waitsFor: wait }))
    : dividePayouts(rows, await debtPence(tx, influencerId), due.leastPence)
  for (const fate of fates) await carryOut(deps, tx, { fate, accountId: account?.accountId ?? null, now })
  return fates.filter(({ fate }) => fate === 'send').map(({ id }) => id)
}

async function carryOut(
  deps: Pick<PayoutsDeps, 'outbox'>,
  tx: Tx,
  work: { fate: PayoutFate; accountId: string | null; now: Date },
): Promise<void> {
  const { fate, accountId, now } = work
  const set = (change: Partial<typeof payouts.$inferInsert>) =>
    tx
      .update(payouts)
      .set({ ...change, updatedAt: now })
      .where(eq(payouts.id, fate.id))
  switch (fate.fate) {
    case 'wait':
      await set({ waitsFor: fate.waitsFor, lookAt: recheckAt(now) })
      return
    case 'netted':
      await tx
        .update(payouts)
        .set({
          status: 'netted',
          withheldPence: payouts.sharePence,
          waitsFor: null,
          lookAt: null,
          updatedAt: now,
        })
        .where(eq(payouts.id, fate.id))
      return
    case 'send': {
      const { withheldPence } = fate
      await set({ status: 'sending', withheldPence, accountId, waitsFor: null, lookAt: null, sentAt: now })
      await deps.outbox.add(tx, PAYOUT_TOPICS.transfer, { payoutId: fate.id })
    }
  }
}
