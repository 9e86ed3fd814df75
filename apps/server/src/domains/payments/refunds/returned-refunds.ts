import { and, asc, eq, inArray, like, ne } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import { newId } from '../../../core/ids.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { PAYMENT_TOPICS } from '../deps.ts'
import { refunds } from '../tables.ts'

/** Where the money of a request goes that is given back. */
export interface RefundWay {
  /** What the buyer's bank sent back and nobody has sent again, in pence. */
  returnedPence: number
  /** Where the rest went: to the card that paid, or to the buyer's own account at the provider. */
  to: 'card' | 'account'
}

/** Where the refunds of each request went; requests without any are left out. */
export async function refundWays(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, RefundWay>> {
  const ways = new Map<string, RefundWay>()
  if (requestIds.length === 0) return ways
  const rows = await db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.requestId, [...requestIds]), ne(refunds.status, 'replaced')))
  for (const row of rows) {
    const way = ways.get(row.requestId) ?? { returnedPence: 0, to: 'card' as const }
    ways.set(row.requestId, {
      returnedPence: way.returnedPence + (row.status === 'failed' ? row.amountPence : 0),
      to: row.accountId ? 'account' : way.to,
    })
  }
  return ways
}

/** Whether a bank sent back any refund of a request that nobody has sent again. */
export async function hasReturnedRefund(db: DbOrTx, requestId: string): Promise<boolean> {
  const where = and(eq(refunds.requestId, requestId), eq(refunds.status, 'failed'))
  return (await db.$count(refunds, where)) > 0
}

/** How often the card that paid was tried again for a request. */
export async function countCardTries(db: DbOrTx, requestId: string): Promise<number> {
  const rows = await db
    .select({ accountId: refunds.accountId })
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), like(refunds.reason, 'again:%')))
  return rows.filter(row => row.accountId === null).length
}

/**
 * Sends what came back once more, to the card or to the buyer's account; each refund is replaced by another one, once.
 * Answers how much that is, in pence. The money is in transit already, so nothing is posted.
 */
export async function replaceReturned(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  way: { requestId: string; accountId: string | null; now: Date },
): Promise<number> {
  const { requestId, accountId, now } = way
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), eq(refunds.status, 'failed')))
    .orderBy(asc(refunds.id))
    .for('update')
  for (const { id, paymentId, amountPence } of rows) {
    await tx.update(refunds).set({ status: 'replaced', updatedAt: now }).where(eq(refunds.id, id))
    const again = newId()
    await tx.insert(refunds).values({
      ...{ id: again, paymentId, requestId, amountPence, accountId },
      reason: `again:${id}`,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    })
    await deps.outbox.add(tx, PAYMENT_TOPICS.refund, { refundId: again })
  }
  return rows.reduce((sum, row) => sum + row.amountPence, 0)
}
