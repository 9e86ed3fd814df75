import type { CardIntent } from '@parley/contract'
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { anyOfPlace } from '../../db/any-of.ts'
import { builtOnce, updatesOf, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { payments, providerCustomers, type refunds, savedCards } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

const selectOfRequest = builtOnce((db, value: ValueOf<{ requestId: string }>) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.requestId, value('requestId', payments.requestId)))
    .orderBy(desc(payments.id)),
)
const selectByIntent = builtOnce((db, value: ValueOf<{ intentId: string }>) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.intentId, value('intentId', payments.intentId))),
)
const selectLocked = builtOnce((db, value: ValueOf<{ id: string }>) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, value('id', payments.id)))
    .for('update'),
)
const selectOfRequests = builtOnce((db, value: ValueOf<{ requestIds: readonly string[] }>) =>
  db
    .select()
    .from(payments)
    .where(anyOfPlace(payments.requestId, value('requestIds', payments.requestId)))
    .orderBy(payments.id),
)
const selectCards = builtOnce((db, value: ValueOf<{ userId: string }>) =>
  db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.userId, value('userId', savedCards.userId)), isNull(savedCards.removedAt)))
    .orderBy(desc(savedCards.createdAt)),
)

/** The payment that counts for a request: the one that succeeded, else the newest. */
export async function findPaymentOf(db: DbOrTx, requestId: string): Promise<PaymentRow | undefined> {
  const rows = await selectOfRequest(db, { requestId })
  return rows.find(row => row.status === 'succeeded') ?? rows[0]
}

/**
 * Whether another payment of its request is under way instead of a cancelled one. A late event about the cancelled one
 * says nothing of it: a slot would be sold to somebody else while the bank processes its payment.
 */
export async function hasSuccessor(db: DbOrTx, { id, requestId }: PaymentRow): Promise<boolean> {
  const isOpen = inArray(payments.status, ['creating', 'open', 'processing'])
  const others = and(eq(payments.requestId, requestId), ne(payments.id, id), isOpen)
  return (await db.$count(payments, others)) > 0
}

export async function findPayment(db: DbOrTx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

export async function findPaymentByIntent(db: DbOrTx, intentId: string): Promise<PaymentRow | undefined> {
  const [row] = await selectByIntent(db, { intentId })
  return row
}

export async function findPaymentsOf(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, PaymentRow>> {
  const found = new Map<string, PaymentRow>()
  if (requestIds.length === 0) return found
  const rows = await selectOfRequests(db, { requestIds })
  for (const row of rows) if (found.get(row.requestId)?.status !== 'succeeded') found.set(row.requestId, row)
  return found
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await selectLocked(tx, { id })
  return row
}

/** Changes a payment that the transaction has locked. */
export const updatePayment = updatesOf(payments, payments.id, update => update)

export async function findCustomer(db: DbOrTx, userId: string): Promise<string | undefined> {
  const [row] = await db.select().from(providerCustomers).where(eq(providerCustomers.userId, userId))
  return row?.customerId
}

/** A person's saved cards, newest first. A card is valid through the last day of its month. */
export async function listCards(db: DbOrTx, userId: string, now: Date): Promise<CardIntent[]> {
  const rows = await selectCards(db, { userId })
  return rows.map(row => ({
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    is_valid: now.getTime() < Date.UTC(row.expYear, row.expMonth, 1),
  }))
}

export async function findCard(db: DbOrTx, userId: string, cardId: string) {
  const [row] = await db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.userId, userId), eq(savedCards.id, cardId), isNull(savedCards.removedAt)))
  return row
}
