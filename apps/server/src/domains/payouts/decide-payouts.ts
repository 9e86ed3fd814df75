import { type PayoutWaitCode, type Pence, pence } from '@parley/contract'
import { and, asc, eq, lte } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
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
  await writeWaits(tx, fates, now)
  await writeNetted(tx, fates, now)
  const accountId = account?.accountId ?? null
  for (const fate of fates) if (fate.fate === 'send') await writeSending(deps, tx, { fate, accountId, now })
  return fates.filter(({ fate }) => fate === 'send').map(({ id }) => id)
}

/** Those that wait, reason by reason: a person without an account may have thousands, which are checked each hour. */
async function writeWaits(tx: Tx, fates: readonly PayoutFate[], now: Date): Promise<void> {
  const idsFor = new Map<PayoutWaitCode, string[]>()
  for (const fate of fates) {
    if (fate.fate !== 'wait') continue
    const ids = idsFor.get(fate.waitsFor)
    if (ids) ids.push(fate.id)
    else idsFor.set(fate.waitsFor, [fate.id])
  }
  for (const [waitsFor, ids] of idsFor)
    await tx
      .update(payouts)
      .set({ waitsFor, lookAt: recheckAt(now), updatedAt: now })
      .where(anyOf(payouts.id, ids))
}

/** Those that a debt takes as a whole. */
async function writeNetted(tx: Tx, fates: readonly PayoutFate[], now: Date): Promise<void> {
  const ids = fates.filter(({ fate }) => fate === 'netted').map(({ id }) => id)
  if (ids.length === 0) return
  const netted = { status: 'netted', waitsFor: null, lookAt: null, updatedAt: now } as const
  await tx
    .update(payouts)
    .set({ ...netted, withheldPence: payouts.sharePence })
    .where(anyOf(payouts.id, ids))
}

interface Sending {
  fate: Extract<PayoutFate, { fate: 'send' }>
  accountId: string | null
  now: Date
}

async function writeSending(
  deps: Pick<PayoutsDeps, 'outbox'>,
  tx: Tx,
  { fate: { id, withheldPence }, accountId, now }: Sending,
): Promise<void> {
  await tx
    .update(payouts)
    .set({
      ...{ status: 'sending', withheldPence, accountId, waitsFor: null, lookAt: null, sentAt: now },
      updatedAt: now,
    })
    .where(eq(payouts.id, id))
  await deps.outbox.add(tx, PAYOUT_TOPICS.transfer, { payoutId: id })
}
