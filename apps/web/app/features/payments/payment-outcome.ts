import type { PaymentStatus } from '@parley/contract'
import { messages } from '@parley/contract/messages'

/** `lost`: no answer of the server came, so that the payment may have any status. */
export type PaymentOutcome = 'succeeded' | 'processing' | 'unsuccessful' | 'wrong' | 'lost'

/** The message about a payment with this status from the server. */
export function outcomeOf(status: PaymentStatus): PaymentOutcome {
  switch (status) {
    case 'paid':
    case 'partly_refunded':
      return 'succeeded'
    case 'processing':
      return 'processing'
    case 'unpaid':
    case 'failed':
      return 'unsuccessful'
    default:
      return 'wrong'
  }
}

export const OUTCOME_TEXT: Record<PaymentOutcome, string> = {
  succeeded: messages.paymentSucceeded,
  processing: messages.paymentProcessing,
  unsuccessful: messages.paymentUnsuccessful,
  wrong: messages.paymentWrong,
  lost: messages.paymentWrong,
}
