import { Outage } from '../../../core/outage.ts'
import { findPaymentOf } from '../../payments/public.ts'
import { endedHolds } from '../../schedule/public.ts'
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
  if (!found || !(found.row.holdUntil || found.row.takesTime) || !isPayable(found.row)) return
  const payment = await findPaymentOf(deps.db, requestId)
  if (!payment) return
  try {
    await applyPayment(deps, payment)
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    deps.log.warn({ requestId, err: error }, 'the provider could not be asked about a held slot')
  }
}

/** The longest buffer and window that may reach into what is wanted. */
const REACH_MS = 3 * 24 * 3_600_000

/**
 * Asks about the windows whose holds ended unpaid where another window is wanted: nobody loses a time that they paid
 * because the provider's word is late. Outside of any transaction.
 */
export async function askAboutEndedHolds(
  deps: RequestsDeps,
  username: string,
  timeRange: { start: string; end: string },
): Promise<void> {
  const startMs = Date.parse(timeRange.start)
  const endMs = Date.parse(timeRange.end)
  if (Number.isNaN(startMs + endMs)) return
  const span = {
    from: new Date(startMs - REACH_MS),
    until: new Date(endMs + REACH_MS),
    now: deps.clock.now(),
  }
  for (const id of await endedHolds(deps.db, username, span)) await askAboutHold(deps, id)
}
