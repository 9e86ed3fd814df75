import type { IntentFacts } from '../../payments/public.ts'
import { isPayable, type PaymentWord, type RequestFacts } from '../request.ts'

/** The payment status for a status of the provider. */
export function paymentWordOf(intent: Pick<IntentFacts, 'status' | 'lastError'>): PaymentWord {
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

/** Whether an intent is the one of a payment, also before its id is stored. */
export const isIntentOf = (payment: { intentId: string | null }, intentId: string): boolean =>
  !payment.intentId || payment.intentId === intentId

/** Whether a request keeps a time from others, and nobody has paid for it as far as this server knows. */
export const isHeldUnpaid = (row: RequestFacts & { takesTime: boolean }): boolean =>
  (row.holdUntil !== null || row.takesTime) && isPayable(row)

/**
 * Whether a bank decides about the payment, as far as this server knows: the event that it has decided may be lost.
 */
export const isAtBank = (row: RequestFacts): boolean => row.paymentStatus === 'processing' && isPayable(row)
