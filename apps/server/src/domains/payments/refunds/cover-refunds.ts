import { type Pence, pence } from '@parley/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import { newId } from '../../../core/ids.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { PAYMENT_TOPICS } from '../deps.ts'
import type { RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'
import { type Covering, coveredBy } from './refund-rules.ts'

/** Refunds of a request that the buyer has not received: not sent yet, or returned by the bank. */
const owed = (requestId: string) =>
  and(eq(refunds.requestId, requestId), inArray(refunds.status, ['pending', 'failed']))

/**
 * The buyer got so much of these refunds in another way, from their bank or by hand: it is not sent any more. Returns
 * the sum, in pence.
 */
export async function coverRefunds(
  tx: Tx,
  cover: { requestId: string; upToPence: Pence; now: Date },
): Promise<Pence> {
  const { requestId, upToPence, now } = cover
  const rows = await tx.select().from(refunds).where(owed(requestId)).orderBy(asc(refunds.id)).for('update')
  const coverings = coveredBy(rows, upToPence)
  for (const covering of coverings) await writeCovering(tx, covering, now)
  return pence(coverings.reduce((sum, { coveredPence }) => sum + coveredPence, 0))
}

const REST = 'rest:'

/** The refund as it was decided, of one that is perhaps the rest of it after a part was covered. */
export async function findSplitRefund(db: DbOrTx, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row?.reason.startsWith(REST) ? findSplitRefund(db, row.reason.slice(REST.length)) : row
}

/**
 * A refund that is paid in part is replaced by its two parts: an amount that the provider was asked for once keeps its
 * row, and the rest is asked for under an id of its own.
 */
async function writeCovering(
  tx: Tx,
  { refund, coveredPence }: Covering<RefundRow>,
  now: Date,
): Promise<void> {
  const set = (status: RefundRow['status']) =>
    tx.update(refunds).set({ status, updatedAt: now }).where(eq(refunds.id, refund.id))
  const restPence = pence(refund.amountPence - coveredPence)
  if (restPence === 0) return void (await set('covered'))
  await set('replaced')
  const { id, paymentId, requestId, accountId, status } = refund
  const part = { paymentId, requestId, accountId, createdAt: now, updatedAt: now }
  await tx.insert(refunds).values([
    { ...part, id: newId(), amountPence: coveredPence, reason: `covered:${id}`, status: 'covered' },
    { ...part, id: newId(), amountPence: restPence, reason: `${REST}${id}`, status },
  ])
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
