import { Refusal } from '../../core/refusal.ts'
import { findPaymentsOf } from '../payments/public.ts'
import { listUnpaid } from './buyer-bounds.ts'
import type { RequestsDeps } from './deps.ts'
import { settlePayment } from './money/settle-payment.ts'

/**
 * Books; where the buyer's bounds refuse it, the provider is asked first whether what counts as unpaid was paid by now:
 * who pays one booking after the other must not wait for the provider's events.
 */
export async function withinBounds<T>(
  deps: RequestsDeps,
  buyerId: string,
  book: () => Promise<T>,
): Promise<T> {
  try {
    return await book()
  } catch (error) {
    const isBound = error instanceof Refusal && error.body.way_on !== undefined
    if (isBound && (await settleUnpaid(deps, buyerId))) return book()
    throw error
  }
}

/** Whether something of it turned out to be paid. */
async function settleUnpaid(deps: RequestsDeps, buyerId: string): Promise<boolean> {
  const unpaid = await listUnpaid(deps.db, buyerId)
  const payments = await findPaymentsOf(
    deps.db,
    unpaid.map(({ id }) => id),
  )
  const settled = await Promise.all([...payments.values()].map(payment => settlePayment(deps, payment)))
  return settled.some(request => request?.paidAt)
}
