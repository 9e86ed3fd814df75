export { chargeCard } from './charge-card.ts'
export { PAYMENT_TOPICS, type PaymentsDeps } from './deps.ts'
export { ensureIntent, planPayment } from './ensure-intent.ts'
export type { IntentFacts } from './payment-provider.ts'
export {
  findPayoutAccount,
  openPayoutAccount,
  type PayoutAccountRow,
  presentPayoutAccount,
} from './payout-account.ts'
export { findPayouts, listOpenPayouts, type PayoutRow, payoutSums } from './payout-store.ts'
export { markEventHandled, subjectOfEvent } from './receive-event.ts'
export { recordIntent } from './record-intent.ts'
export { planRefund, recordRefund, sendRefund } from './refund.ts'
export {
  findPayment,
  findPaymentByIntent,
  findPaymentOf,
  findPaymentsOf,
  listCards,
  lockPayment,
  type PaymentRow,
} from './store.ts'
