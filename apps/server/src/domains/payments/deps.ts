import type { Core } from '../../core/core.ts'
import type { CardVault, PaymentProvider } from './payment-provider.ts'
import type { PayoutProvider } from './payout-provider.ts'

export interface PaymentsDeps extends Core {
  payments: PaymentProvider
  cards: CardVault
  payouts: PayoutProvider
}

/** Topics of work that this domain leaves in the outbox. */
export const PAYMENT_TOPICS = {
  refund: 'payments.refund',
  cancelIntent: 'payments.cancel-intent',
  detachCard: 'payments.detach-card',
  providerEvent: 'payments.provider-event',
} as const
