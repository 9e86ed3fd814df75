import { Refusal } from '../../../core/refusal.ts'
import { findPaymentsOf } from '../../payments/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { applyPayment } from '../money/apply-payment.ts'
import { listUnpaid } from './buyer-bounds.ts'

/** What was paid a moment ago is among the last that were booked. */
const CHECKED_AT_PROVIDER_MAX = 5

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
    if (isBound && (await checkUnpaid(deps, buyerId))) return book()
    throw error
  }
}

/**
 * Whether one of the newest of them turned out to be paid. Attack: a refused booking that costs many calls to the
 * provider.
 */
async function checkUnpaid(deps: RequestsDeps, buyerId: string): Promise<boolean> {
  const unpaid = (await listUnpaid(deps.db, buyerId)).map(({ id }) => id)
  const newest = unpaid.sort().reverse().slice(0, CHECKED_AT_PROVIDER_MAX)
  const payments = await findPaymentsOf(deps.db, newest)
  for (const id of newest) {
    const payment = payments.get(id)
    if (payment && (await applyPayment(deps, payment))?.paidAt) return true
  }
  return false
}
