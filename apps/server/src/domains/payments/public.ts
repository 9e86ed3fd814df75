export { adoptPayment } from './adopt-payment.ts'
export type { BalanceTransaction, ProviderBooks } from './books-provider.ts'
export { savePaidCard } from './cards/card-wallet.ts'
export { chargeCard } from './cards/charge-card.ts'
export { stopCardTries } from './cards/stop-card-tries.ts'
export { PAYMENT_TOPICS, type PaymentsDeps, SUBJECT_TOPICS } from './deps.ts'
export { ensureIntent, planFirstPayment, planPayment } from './ensure-intent.ts'
export { listChargesOf, listRefundsOf } from './list-charges.ts'
export { listOrphans, recordOrphan, recordOrphanRefund, refundOrphan } from './orphan-charge.ts'
export { assertMayTryCard, lockPayer } from './payer-bounds.ts'
export {
  type DisputeEvidence,
  type DisputeFacts,
  EVIDENCE_FILES,
  type EvidenceFile,
  type EvidenceFiles,
  type IntentFacts,
  type RefundFacts,
  type RefundWord,
} from './payment-provider.ts'
export { createPayments } from './payments.ts'
export type {
  AccountFacts,
  PayoutProvider,
  Refused,
  ReversalFacts,
  TransferFacts,
} from './payout-provider.ts'
export { proveKey } from './prove-key.ts'
export { WEBHOOK_PATH } from './receive-event.ts'
export {
  type DisputeStep,
  disputedSince,
  disputeOpenedAt,
  hasOpenDispute,
  isInquiry,
  recordDispute,
} from './record-dispute.ts'
export { recordIntent } from './record-intent.ts'
export { findRefundOf, insertRefund } from './refunds/adopted-refund.ts'
export { coverRefunds, findSplitRefund, resumeRefunds } from './refunds/cover-refunds.ts'
export {
  findPlannedRefund,
  findRefundByReason,
  listMadeRefunds,
  planRefund,
  type Requested,
  recordRefund,
  refundedForPence,
  requestRefund,
} from './refunds/refund.ts'
export { refundIdOfMark, refundOfTransfer, transferWord } from './refunds/refund-to-account.ts'
export {
  adoptSecondTry,
  countCardTries,
  hasReturnedRefund,
  isSecondTry,
  type RefundWay,
  refundWays,
  replaceReturned,
} from './refunds/returned-refunds.ts'
export {
  findPayment,
  findPaymentByIntent,
  findPaymentOf,
  findPaymentsOf,
  hasSuccessor,
  listCards,
  lockPayment,
  type PaymentRow,
  type RefundRow,
} from './store.ts'
export { disputes } from './tables.ts'
