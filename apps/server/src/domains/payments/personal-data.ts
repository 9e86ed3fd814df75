import { formatAmount } from '@parley/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import { inBatches } from '../../db/in-batches.ts'
import { payments, refunds, savedCards } from './tables.ts'

type PaymentRow = typeof payments.$inferSelect

function paidBy(db: DbOrTx, userId: string): AsyncGenerator<PaymentRow[]> {
  const { createdAt, id } = payments
  return inBatches<PaymentRow>((after, limit) =>
    db
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.payerId, userId),
          after &&
            sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(limit),
  )
}

async function* shownPayments(db: DbOrTx, userId: string) {
  for await (const paid of paidBy(db, userId))
    yield* paid.map(payment => ({
      id: payment.id,
      request: payment.requestId,
      amount: formatAmount(payment.amountPence),
      status: payment.status,
      created_at: payment.createdAt.toISOString(),
    }))
}

async function* shownRefunds(db: DbOrTx, userId: string) {
  for await (const paid of paidBy(db, userId)) {
    const ids = paid.map(payment => payment.id)
    const back = await db.select().from(refunds).where(anyOf(refunds.paymentId, ids))
    yield* back.map(refund => ({
      id: refund.id,
      request: refund.requestId,
      amount: formatAmount(refund.amountPence),
      reason: refund.reason,
      status: refund.status,
      created_at: refund.createdAt.toISOString(),
    }))
  }
}

/** The data of payments about a person: payments, refunds, cards. No client secrets. */
export async function exportPayments(db: DbOrTx, userId: string) {
  const cards = await db.select().from(savedCards).where(eq(savedCards.userId, userId))
  return {
    payments: shownPayments(db, userId),
    refunds: shownRefunds(db, userId),
    cards: cards.map(card => ({
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      created_at: card.createdAt.toISOString(),
      removed_at: card.removedAt?.toISOString() ?? null,
    })),
  }
}
