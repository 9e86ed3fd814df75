export { adoptPayment } from './adopt-payment.ts'
export { findRefundOf, insertRefund } from './adopted-refund.ts'
export { settleBankPayout } from './bank-payout.ts'
export type { Movement, ProviderBooks } from './books-provider.ts'
export { chargeCard } from './charge-card.ts'
export { coverRefunds, resumeRefunds } from './cover-refunds.ts'
export { debtPence, decidePayouts } from './decide-payouts.ts'
export { PAYMENT_MAILS, PAYMENT_TOPICS, type PaymentsDeps } from './deps.ts'
export { ensureIntent, planPayment } from './ensure-intent.ts'
export { listOrphans, recordOrphan, recordOrphanRefund, refundOrphan } from './orphan-charge.ts'
export { assertMayTryCard, lockPayer, stopCardTries } from './payer-bounds.ts'
export type { DisputeFacts, IntentFacts, RefundFacts, RefundWord } from './payment-provider.ts'
export {
  findPayoutAccount,
  openPayoutAccount,
  type PayoutAccountRow,
  presentPayoutAccount,
} from './payout-account.ts'
export {
  findPayouts,
  listInfluencersDue,
  listOpenPayouts,
  type PayoutRow,
  payoutSums,
} from './payout-store.ts'
export { planPayout, wakePayouts } from './plan-payout.ts'
export { type EventSubject, markEventHandled, subjectOfEvent } from './receive-event.ts'
export { hasOpenDispute, recordDispute } from './record-dispute.ts'
export { recordIntent } from './record-intent.ts'
export { refreshAccount } from './refresh-account.ts'
export { askForRefund, planRefund, recordRefund } from './refund.ts'
export { findRefundByMark, transferWord } from './refund-to-account.ts'
export { inPlainWords } from './requirement-words.ts'
export {
  countCardTries,
  hasReturnedRefund,
  type RefundWay,
  refundWays,
  replaceReturned,
} from './returned-refunds.ts'
export { planReversal, sendReversal, settleReversals } from './reverse-transfer.ts'
export { recordTransfer, sendTransfer } from './send-transfer.ts'
export {
  findPayment,
  findPaymentByIntent,
  findPaymentOf,
  findPaymentsOf,
  listCards,
  lockPayment,
  type PaymentRow,
  type RefundRow,
} from './store.ts'
