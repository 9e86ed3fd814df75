import { type Pence, pence } from '@parley/contract'
import { and, asc, eq, like, ne } from 'drizzle-orm'
import type { OutboxWriter } from '../../../core/core.ts'
import { newId } from '../../../core/ids.ts'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { PAYMENT_TOPICS } from '../deps.ts'
import type { RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'

/** Where the money of a request goes that is given back. */
export interface RefundWay {
  /** The sum that the buyer's bank returned and that was not sent again, in pence. */
  returnedPence: Pence
  /** Where the rest went: to the card that paid, or to the buyer's own account at the provider. */
  to: 'card' | 'account'
  /** When the newest of it was decided. */
  newestAt: Date
}

/** Where the refunds of each request went; requests without any are left out. */
export async function refundWays(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, RefundWay>> {
  const ways = new Map<string, RefundWay>()
  if (requestIds.length === 0) return ways
  const rows = await db
    .select()
    .from(refunds)
    .where(and(anyOf(refunds.requestId, requestIds), ne(refunds.status, 'replaced')))
  for (const row of rows) {
    const way = ways.get(row.requestId) ?? { returnedPence: 0, to: 'card', newestAt: row.createdAt }
    ways.set(row.requestId, {
      returnedPence: pence(way.returnedPence + (row.status === 'failed' ? row.amountPence : 0)),
      to: row.accountId ? 'account' : way.to,
      newestAt: row.createdAt > way.newestAt ? row.createdAt : way.newestAt,
    })
  }
  return ways
}

/** Whether a bank sent back any refund of a request that nobody has sent again. */
export async function hasReturnedRefund(db: DbOrTx, requestId: string): Promise<boolean> {
  const where = and(eq(refunds.requestId, requestId), eq(refunds.status, 'failed'))
  return (await db.$count(refunds, where)) > 0
}

const SECOND_TRY = 'again:'

/** Whether a refund of this reason is one that was sent once more. */
export const isSecondTry = (reason: string | null): boolean => reason?.startsWith(SECOND_TRY) === true

/** How often the card that paid was tried again for a request. */
export async function countCardTries(db: DbOrTx, requestId: string): Promise<number> {
  const rows = await db
    .select({ accountId: refunds.accountId })
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), like(refunds.reason, `${SECOND_TRY}%`)))
  return rows.filter(row => row.accountId === null).length
}

/**
 * Sends returned refunds again, to the card or to the buyer's account; each is replaced by another refund, once.
 * The money is in transit already, so nothing is posted.
 */
export async function replaceReturned(
  deps: { outbox: OutboxWriter },
  tx: Tx,
  way: { requestId: string; accountId: string | null; now: Date },
): Promise<void> {
  const { requestId, accountId, now } = way
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), eq(refunds.status, 'failed')))
    .orderBy(asc(refunds.id))
    .for('update')
  for (const row of rows) {
    const again = newId()
    await replace(tx, row, { id: again, accountId, now })
    await deps.outbox.add(tx, PAYMENT_TOPICS.refund, { refundId: again })
  }
}

async function replace(
  tx: Tx,
  returned: RefundRow,
  again: { id: string; accountId: string | null; now: Date },
): Promise<RefundRow | undefined> {
  const { id, accountId, now } = again
  const { paymentId, requestId, amountPence } = returned
  await tx.update(refunds).set({ status: 'replaced', updatedAt: now }).where(eq(refunds.id, returned.id))
  const [row] = await tx
    .insert(refunds)
    .values({
      ...{ id, paymentId, requestId, amountPence, accountId },
      reason: `${SECOND_TRY}${returned.id}`,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return row
}

/**
 * What the provider knows of a second try without a row here; where we asked for it, its id is ours, as we wrote it
 * there, unless a refund by hand took the row of that id.
 */
export interface LostTry {
  refundId: string
  paymentId: string
  amountPence: Pence
  accountId: string | null
  now: Date
}

/**
 * Makes up for the row of a second try, instead of a refund of that payment and amount that came back; undefined
 * where none waits. Attack: a restored database owes its buyer what they have got already, and they ask for it once
 * more.
 */
export async function adoptSecondTry(tx: Tx, lost: LostTry): Promise<RefundRow | undefined> {
  const { refundId, paymentId, amountPence, accountId, now } = lost
  const isIt = and(
    eq(refunds.paymentId, paymentId),
    eq(refunds.amountPence, amountPence),
    eq(refunds.status, 'failed'),
  )
  const [returned] = await tx
    .select()
    .from(refunds)
    .where(isIt)
    .orderBy(asc(refunds.id))
    .limit(1)
    .for('update')
  if (!returned) return undefined
  const isTaken = (await tx.$count(refunds, eq(refunds.id, refundId))) > 0
  return replace(tx, returned, { id: isTaken ? newId() : refundId, accountId, now })
}
