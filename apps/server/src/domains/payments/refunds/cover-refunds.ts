import { type Pence, pence } from '@parley/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import type { Tx } from '../../../db/client.ts'
import { PAYMENT_TOPICS } from '../deps.ts'
import { refunds } from '../tables.ts'
import { coveredBy } from './refund-rules.ts'

/** Refunds of a request that the buyer has not received: not sent yet, or returned by the bank. */
const owed = (requestId: string) =>
  and(eq(refunds.requestId, requestId), inArray(refunds.status, ['pending', 'failed']))

/** The buyer's bank paid these refunds: they are not sent any more. Returns their sum, in pence. */
export async function coverRefunds(
  tx: Tx,
  cover: { requestId: string; upToPence: Pence; now: Date },
): Promise<Pence> {
  const rows = await tx
    .select()
    .from(refunds)
    .where(owed(cover.requestId))
    .orderBy(asc(refunds.id))
    .for('update')
  const covered = coveredBy(rows, cover.upToPence)
  for (const { id } of covered)
    await tx.update(refunds).set({ status: 'covered', updatedAt: cover.now }).where(eq(refunds.id, id))
  return pence(covered.reduce((sum, { amountPence }) => sum + amountPence, 0))
}

/** Refunds that waited for the end of a dispute go out now. */
export async function resumeRefunds(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  requestId: string,
): Promise<void> {
  const rows = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), eq(refunds.status, 'pending')))
  for (const { id } of rows) await deps.outbox.add(tx, PAYMENT_TOPICS.refund, { refundId: id })
}
