import { desc, isNotNull } from 'drizzle-orm'
import type { PaymentsDeps } from './deps.ts'
import { payments } from './tables.ts'

/**
 * Throws an outage if the provider does not know our newest payment. With a wrong key the provider knows nothing of
 * ours, and says of everything that it does not exist: nothing is given up then.
 */
export async function proveKey({
  db,
  payments: provider,
}: Pick<PaymentsDeps, 'db' | 'payments'>): Promise<void> {
  const [newest] = await db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(isNotNull(payments.intentId))
    .orderBy(desc(payments.id))
    .limit(1)
  if (newest?.intentId) await provider.fetchIntent(newest.intentId)
}
