import { invariant } from '../../../core/invariant.ts'
import type { PaymentsDeps } from '../deps.ts'
import { findCustomer } from '../store.ts'
import { providerCustomers } from '../tables.ts'

/** The provider's customer of a person, made at first need; the idempotency key makes it one for ever. */
export async function ensureCustomer(deps: PaymentsDeps, userId: string): Promise<string> {
  const known = await findCustomer(deps.db, userId)
  if (known) return known
  const customerId = await deps.cards.createCustomer(userId)
  await deps.db.insert(providerCustomers).values({ userId, customerId }).onConflictDoNothing()
  const stored = await findCustomer(deps.db, userId)
  invariant(stored, 'a stored customer is found')
  return stored
}
