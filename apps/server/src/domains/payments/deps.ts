import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
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
  refund: defineTopic('payments.refund', z.object({ refundId: z.string() })),
  cancelIntent: defineTopic('payments.cancel-intent', z.object({ paymentId: z.string() })),
  detachCard: defineTopic('payments.detach-card', z.object({ cardId: z.string() })),
  cancelSetup: defineTopic('payments.cancel-setup', z.object({ setupId: z.string() })),
  providerEvent: defineTopic('payments.provider-event', z.object({ eventId: z.string() })),
  transfer: defineTopic('payments.transfer', z.object({ payoutId: z.string() })),
  reversal: defineTopic('payments.reversal', z.object({ reversalId: z.string() })),
} as const
