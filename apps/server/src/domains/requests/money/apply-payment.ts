import { invariant } from '../../../core/invariant.ts'
import {
  findPayment,
  findPaymentByIntent,
  type IntentFacts,
  lockPayment,
  type PaymentRow,
  recordIntent,
  savePaidCard,
} from '../../payments/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { movePayment, type PaymentWord } from '../request.ts'
import { followPayment } from '../slots/tight-window.ts'
import type { RequestRow } from '../store.ts'

/** The provider's status as a word of the request's payment line. */
function wordOf(intent: IntentFacts): PaymentWord {
  switch (intent.status) {
    case 'succeeded':
    case 'processing':
    case 'canceled':
      return intent.status
    case 'requires_payment_method':
      return intent.lastError ? 'failed' : 'open'
    default:
      return 'open'
  }
}

/** Asks the provider how a payment stands and lets the request follow; any number of times, one effect. */
export async function applyPayment(deps: RequestsDeps, payment: PaymentRow): Promise<RequestRow | null> {
  if (!payment.intentId) return null
  return applyIntent(deps, payment, await deps.payments.fetchIntent(payment.intentId))
}

/** Lets a request follow what the provider said of its intent. */
export async function applyIntent(
  deps: RequestsDeps,
  payment: PaymentRow,
  intent: IntentFacts,
): Promise<RequestRow> {
  return changeRequest(deps, {
    requestId: payment.requestId,
    action: `payment_${wordOf(intent)}`,
    actorId: null,
    decide: async (row, tx, now) => {
      const locked = await lockPayment(tx, payment.id)
      invariant(locked, 'a payment is never deleted')
      await recordIntent(tx, { payment: locked, intent, now })
      const card = intent.cardToSave
      if (card) await savePaidCard(deps, tx, { payerId: locked.payerId, card })
      return followPayment(tx, { row, moved: movePayment(row, wordOf(intent), now), now })
    },
  })
}

/** Settles by the provider's own id; null when the intent is none of ours. */
export async function applyIntentOutcome(deps: RequestsDeps, intentId: string): Promise<RequestRow | null> {
  const known = await findPaymentByIntent(deps.db, intentId)
  if (known) return applyPayment(deps, known)
  // The webhook may overtake the answer that would have told us the intent's id.
  const intent = await deps.payments.fetchIntent(intentId)
  const payment = intent.paymentId ? await findPayment(deps.db, intent.paymentId) : undefined
  if (!payment || (payment.intentId && payment.intentId !== intentId)) return null
  return applyIntent(deps, payment, intent)
}
