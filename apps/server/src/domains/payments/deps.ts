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
  // Of processes of the version before; a webhook is passed on in the transaction that stores it.
  providerEvent: defineTopic('payments.provider-event', z.object({ eventId: z.string() })),
} as const

const subject = z.object({ id: z.string() })

/**
 * The object that a webhook reported as changed, by its id at the provider. The domain that keeps books about it
 * fetches it.
 */
export const SUBJECT_TOPICS = {
  intent: defineTopic('payments.intent-changed', subject),
  setup: defineTopic('payments.setup-changed', subject),
  refund: defineTopic('payments.refund-changed', subject),
  dispute: defineTopic('payments.dispute-changed', subject),
  fraudWarning: defineTopic('payments.fraud-warning', subject),
  account: defineTopic('payments.account-changed', subject),
  transfer: defineTopic('payments.transfer-changed', subject),
  bankPayout: defineTopic('payments.bank-payout-changed', subject),
  topUp: defineTopic('payments.top-up-changed', subject),
} as const
export type SubjectTopic = (typeof SUBJECT_TOPICS)[keyof typeof SUBJECT_TOPICS]
