import { formatAmount } from '@parley/contract'
import { desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { payments, refunds, savedCards } from './tables.ts'

/** What payments hold on a person: what they paid, what came back, their cards. No client secrets. */
export async function exportPayments(db: DbOrTx, userId: string) {
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.payerId, userId))
    .orderBy(desc(payments.createdAt))
  const back = paid.length
    ? await db
        .select()
        .from(refunds)
        .where(
          inArray(
            refunds.paymentId,
            paid.map(payment => payment.id),
          ),
        )
    : []
  const cards = await db.select().from(savedCards).where(eq(savedCards.userId, userId))
  return {
    payments: paid.map(payment => ({
      id: payment.id,
      request: payment.requestId,
      amount: formatAmount(payment.amountPence),
      status: payment.status,
      created_at: payment.createdAt.toISOString(),
    })),
    refunds: back.map(refund => ({
      id: refund.id,
      request: refund.requestId,
      amount: formatAmount(refund.amountPence),
      reason: refund.reason,
      status: refund.status,
      created_at: refund.createdAt.toISOString(),
    })),
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
