import { and, eq, isNull } from 'drizzle-orm'
import { invariant } from '../../../core/invariant.ts'
import { withTransaction } from '../../../db/client.ts'
import type { PaymentsDeps } from '../deps.ts'
import { CustomerDeleted } from '../payment-provider.ts'
import { findCustomer } from '../store.ts'
import { providerCustomers, savedCards } from '../tables.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'clock' | 'cards'>

/**
 * Calls the provider with a person's customer, who is made at first need; where an operator deleted them there, once
 * more with a new one. Otherwise this person can never pay again.
 */
export async function withCustomer<T>(
  deps: Deps,
  userId: string,
  call: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await ensureCustomer(deps, userId, null)
  try {
    return await call(customerId)
  } catch (error) {
    if (!(error instanceof CustomerDeleted)) throw error
    await forgetCustomer(deps, userId, customerId)
    return call(await ensureCustomer(deps, userId, customerId))
  }
}

/** The provider's customer of a person; the idempotency key makes it one, however many ask at once. */
async function ensureCustomer(deps: Deps, userId: string, formerId: string | null): Promise<string> {
  const known = await findCustomer(deps.db, userId)
  if (known) return known
  const customerId = await deps.cards.createCustomer({ userId, formerId })
  await deps.db.insert(providerCustomers).values({ userId, customerId }).onConflictDoNothing()
  const stored = await findCustomer(deps.db, userId)
  invariant(stored, 'a stored customer is found')
  return stored
}

/** The provider detached the cards of a customer that was deleted: none of them pays any more. */
async function forgetCustomer(deps: Deps, userId: string, customerId: string): Promise<void> {
  await withTransaction(deps.db, async tx => {
    const isThis = and(eq(providerCustomers.userId, userId), eq(providerCustomers.customerId, customerId))
    const forgotten = await tx.delete(providerCustomers).where(isThis).returning()
    if (forgotten.length === 0) return
    await tx
      .update(savedCards)
      .set({ removedAt: deps.clock.now() })
      .where(and(eq(savedCards.userId, userId), isNull(savedCards.removedAt)))
  })
}
