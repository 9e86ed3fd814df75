import { and, eq } from 'drizzle-orm'
import { Outage } from '../../../core/outage.ts'
import type { Db } from '../../../db/client.ts'
import type { RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'

export const BALANCE_TOO_LOW = 'the platform’s balance is too low for this refund'

/**
 * After a definite refusal: throws, so that the refund is tried again, with the next number. The number is raised only
 * from the refused one. Attack: of two tries at once each counts the same refusal, and two numbers are two refunds. A
 * slow try under the former number gets the same refusal again: Stripe keeps the answers of calls that it has begun to
 * execute, refusals too, for at least a day (Stripe docs, "Idempotent requests").
 */
export async function waitUnderNewNumber(
  { db }: { db: Db },
  { id, attempt }: RefundRow,
  why: string,
): Promise<never> {
  await db
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt)))
  throw new Outage('stripe', 'no', new Error(why))
}
