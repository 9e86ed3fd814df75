import type { Pence } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import { payments } from './tables.ts'

/**
 * Restores a payment whose row was lost with a database, by the id in its intent's metadata. It is `canceled`, so
 * that it blocks nothing, until the provider's state is applied.
 */
export async function adoptPayment(
  tx: Tx,
  lost: {
    id: string
    requestId: string
    payerId: string
    amountPence: Pence
    intentId: string
    now: Date
  },
): Promise<void> {
  const { now, ...row } = lost
  await tx
    .insert(payments)
    .values({ ...row, status: 'canceled', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
}
