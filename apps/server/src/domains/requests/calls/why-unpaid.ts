import type { PaymentStatus } from '@parley/contract'

/** Why a sale is not paid at this moment: never, not yet, or its money is with a bank or goes back. */
export type Unpaid = 'unpaid' | 'processing' | 'disputed' | 'returned'

export function whyUnpaid({ paymentStatus }: { paymentStatus: PaymentStatus }): Unpaid {
  if (paymentStatus === 'processing' || paymentStatus === 'disputed') return paymentStatus
  return paymentStatus === 'unpaid' || paymentStatus === 'failed' ? 'unpaid' : 'returned'
}

/** The same in words, for everybody who has a side in it. */
export const UNPAID_WORDS: Record<Unpaid, string> = {
  unpaid: 'This has not been paid yet',
  processing: 'The payment of this is still being processed. Please try again when the bank has confirmed it',
  disputed: 'A bank disputes the payment of this: nothing can be done with it until the bank has decided',
  returned: 'The money of this goes back, or went back: nothing can be done with it any more',
}

export const notPaid = (request: { paymentStatus: PaymentStatus }): { notAllowed: string } => ({
  notAllowed: UNPAID_WORDS[whyUnpaid(request)],
})
