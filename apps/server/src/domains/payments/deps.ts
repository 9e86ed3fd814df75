import type { Core } from '../../core/core.ts'
import type { ProviderBooks } from './books-provider.ts'
import type { CardVault, PaymentProvider } from './payment-provider.ts'
import type { PayoutProvider } from './payout-provider.ts'

export interface PaymentsDeps extends Core {
  payments: PaymentProvider
  cards: CardVault
  payouts: PayoutProvider
  books: ProviderBooks
}

/** Topics of work that this domain leaves in the outbox. */
export const PAYMENT_TOPICS = {
  refund: 'payments.refund',
  cancelIntent: 'payments.cancel-intent',
  detachCard: 'payments.detach-card',
  providerEvent: 'payments.provider-event',
  transfer: 'payments.transfer',
  reversal: 'payments.reversal',
} as const

/** The topic under which notifications take mails that lower domains ask for by name. */
export const PAYMENT_MAILS = 'notifications.mail'
