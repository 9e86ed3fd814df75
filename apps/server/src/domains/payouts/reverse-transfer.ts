import { type Pence, pence } from '@parley/contract'
import { and, eq, or, sql } from 'drizzle-orm'
import type { OutboxWriter } from '../../core/core.ts'
import { newId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { Outage } from '../../core/outage.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { postJournal, transferReversedLegs } from '../ledger/public.ts'
import { type ReversalFacts, resumeRefunds } from '../payments/public.ts'
import { PAYOUT_TOPICS, type PayoutsDeps } from './deps.ts'
import { findPayout, lockPayout, lockPayoutOf, type PayoutRow } from './payout-store.ts'
import { wakePayouts } from './plan-payout.ts'
import { payouts, transferReversals } from './tables.ts'

/**
 * Takes a debt back from a sent transfer, as far as the money is still there; the rest stays a debt. In the
 * transaction that creates the debt; the outbox calls the provider.
 */
export async function planReversal(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  plan: { requestId: string; owedPence: Pence; reason: string; now: Date },
): Promise<void> {
  const { requestId, owedPence, reason, now } = plan
  const payout = await lockPayoutOf(tx, requestId)
  if (payout?.status !== 'sending' && payout?.status !== 'paid') return
  const leftPence = payout.sharePence - payout.withheldPence - (await reversedPence(tx, payout.id))
  const amountPence = pence(Math.min(owedPence, leftPence))
  if (amountPence <= 0) return
  const row = { id: newId(), payoutId: payout.id, amountPence, reason, createdAt: now, updatedAt: now }
  await tx.insert(transferReversals).values({ ...row, status: 'pending' })
  await deps.outbox.add(tx, PAYOUT_TOPICS.reversal, { reversalId: row.id })
}

async function reversedPence(tx: Tx, payoutId: string): Promise<Pence> {
  const [row] = await tx
    .select({ pence: sql<number>`coalesce(sum(${transferReversals.amountPence}), 0)::int` })
    .from(transferReversals)
    .where(
      and(
        eq(transferReversals.payoutId, payoutId),
        sql`${transferReversals.status} in ('pending', 'succeeded')`,
      ),
    )
  return pence(row?.pence ?? 0)
}

/** Sends a planned reversal to the provider; safe to repeat. */
export async function sendReversal(deps: PayoutsDeps, reversalId: string): Promise<void> {
  const [planned] = await deps.db.select().from(transferReversals).where(eq(transferReversals.id, reversalId))
  invariant(planned, 'a planned reversal is stored')
  if (planned.status !== 'pending') return
  const payout = await findPayout(deps.db, planned.payoutId)
  invariant(payout, 'a reversal belongs to a payout')
  // What is being sent at this moment has to arrive, or be refused, before it can be taken back.
  if (payout.status === 'sending')
    throw new Outage('stripe', 'yes', new Error('the transfer is still on its way'))
  if (!payout.transferId) return refuseReversal(deps, payout, reversalId)
  const answer = await takeBack(deps, payout, planned)
  if (answer === null) return refuseReversal(deps, payout, reversalId)
  const now = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    await recordReversal(deps, tx, { payoutId: payout.id, reversal: answer, now })
    // What could not be taken back is a debt now.
    if (answer.amountPence < planned.amountPence) await wakePayouts(tx, payout.influencerId, now)
  })
}

/**
 * Takes a planned sum back at the provider, or as much of it as an operator left there; null if the provider takes
 * nothing back. After the expiry of idempotency keys the provider's own list says whether it was done.
 */
async function takeBack(
  deps: PayoutsDeps,
  payout: PayoutRow,
  { id: rowId, amountPence: plannedPence }: typeof transferReversals.$inferSelect,
): Promise<ReversalFacts | null> {
  const transferId = payout.transferId ?? ''
  let triedPence = Number.POSITIVE_INFINITY
  for (;;) {
    const transfer = await deps.payouts.fetchTransfer(transferId)
    const done = transfer.reversals.find(reversal => reversal.rowId === rowId)
    if (done) return done
    const amountPence = pence(Math.min(plannedPence, transfer.amountPence - transfer.reversedPence))
    const isPart = amountPence < plannedPence
    if (isPart) await recordAll(deps, payout, transfer.reversals)
    // Nothing is there any more, or it was refused although it is there.
    if (amountPence <= 0 || amountPence >= triedPence) return null
    triedPence = amountPence
    const answer = await deps.payouts.reverseTransfer({ rowId, transferId, amountPence, isPart })
    if (!('refused' in answer)) return answer
  }
}

async function refuseReversal(deps: PayoutsDeps, payout: PayoutRow, reversalId: string): Promise<void> {
  const now = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    await tx
      .update(transferReversals)
      .set({ status: 'refused', updatedAt: now })
      .where(and(eq(transferReversals.id, reversalId), eq(transferReversals.status, 'pending')))
    await wakePayouts(tx, payout.influencerId, now)
    await resumeRefunds(deps, tx, payout.requestId)
  })
  deps.log.warn({ reversalId, payoutId: payout.id }, 'a transfer could not be taken back and is a debt now')
}

/** Stores a reversal at the provider, ours or by somebody else; once. */
export async function recordReversal(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  fact: { payoutId: string; reversal: ReversalFacts; now: Date },
): Promise<void> {
  const { reversal, now } = fact
  const payout = await lockPayout(tx, fact.payoutId)
  invariant(payout?.transferId, 'what came back was sent')
  const known = await findReversal(tx, reversal)
  if (known?.status === 'succeeded') return
  const id = known?.id ?? newId()
  const { amountPence, reversalId: providerReversalId } = reversal
  const written = { status: 'succeeded' as const, providerReversalId, updatedAt: now }
  await tx
    .insert(transferReversals)
    .values({
      id,
      payoutId: payout.id,
      amountPence,
      reason: `provider:${providerReversalId}`,
      createdAt: now,
      ...written,
    })
    // Less than was planned, where an operator had taken back a part.
    .onConflictDoUpdate({ target: transferReversals.id, set: { ...written, amountPence } })
  await postJournal(tx, {
    key: `transfer_reversed:${id}`,
    kind: 'transfer_reversed',
    requestId: payout.requestId,
    at: now,
    legs: transferReversedLegs(payout.influencerId, amountPence),
  })
  // A refund may have waited for this money.
  await resumeRefunds(deps, tx, payout.requestId)
}

async function findReversal(tx: Tx, { rowId, reversalId }: ReversalFacts) {
  const [row] = await tx
    .select()
    .from(transferReversals)
    // One of ours whose row was lost with a database is stored by the provider's id alone.
    .where(
      or(
        rowId ? sql`${transferReversals.id}::text = ${rowId}` : undefined,
        eq(transferReversals.providerReversalId, reversalId),
      ),
    )
  return row
}

/**
 * Writes down every part of a transfer that came back, for any reason; the provider is asked how it stands. False if it
 * is the transfer of no payout.
 */
export async function recordReversals(deps: PayoutsDeps, transferId: string): Promise<boolean> {
  const [payout] = await deps.db.select().from(payouts).where(eq(payouts.transferId, transferId))
  if (!payout) return false
  await recordAll(deps, payout, (await deps.payouts.fetchTransfer(transferId)).reversals)
  return true
}

async function recordAll(deps: PayoutsDeps, payout: PayoutRow, reversals: readonly ReversalFacts[]) {
  const now = deps.clock.now()
  for (const reversal of reversals) {
    await withTransaction(deps.db, tx => recordReversal(deps, tx, { payoutId: payout.id, reversal, now }))
  }
}
