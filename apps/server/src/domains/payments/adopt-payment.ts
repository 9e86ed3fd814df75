import type { Pence } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import { payments } from './tables.ts'

/**
 * Writes down a payment whose row was lost with a database, by the id that was written on its intent. It is `canceled`, so
 * that it stands in nobody's way, until the provider's word on it is applied.
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
