import { Outage } from '../../../core/outage.ts'
import { findPaymentOf } from '../../payments/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { applyPayment } from '../money/apply-payment.ts'
import { isPayable } from '../request.ts'
import { findRequest } from '../store.ts'

/**
 * Asks the provider about a held slot before its hold ends: who paid in time keeps it, although the provider's own word is
 * late. While the provider is away nothing is known, and the hold ends as it would have.
 */
export async function askAboutHold(deps: RequestsDeps, requestId: string): Promise<void> {
  const found = await findRequest(deps.db, requestId)
  if (!found?.row.holdUntil || !isPayable(found.row)) return
  const payment = await findPaymentOf(deps.db, requestId)
  if (!payment) return
  try {
    await applyPayment(deps, payment)
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    deps.log.warn({ requestId, err: error }, 'the provider could not be asked about a held slot')
  }
}
