export { presentPayoutAccount } from './account/payout-account.ts'
export { inPlainWords } from './account/requirement-words.ts'
export { recordBankPayout, recordTopUp } from './bank-payout.ts'
export { recordHandTransfer } from './by-hand/hand-transfer.ts'
export { debtPence } from './decide-payouts.ts'
export { type HoldOf, PAYOUT_TOPICS, type PayoutsDeps } from './deps.ts'
export { forgoPayouts, lastPence, netLastPayouts, stillTheirsPence } from './forgo-payouts.ts'
export { payOutDue } from './pay-out-due.ts'
export { lastPenceReason, payOutLast, presentLastPence } from './pay-out-last.ts'
export { PAYOUT_REASONS } from './payout-reasons.ts'
export type { LastPence } from './payout-rules.ts'
export {
  duePayouts,
  findPayoutAccount,
  findPayouts,
  listOpenPayouts,
  listPayouts,
  owesMoreThanEarned,
  type PayoutRow,
  payoutSums,
} from './payout-store.ts'
export { createPayouts } from './payouts.ts'
export { exportPayouts } from './personal-data.ts'
export { planPayout, wakePayouts } from './plan-payout.ts'
export { planReversal, recordReversals } from './reverse-transfer.ts'
export { recordTransfer, recordTransferOnItsWay, sendTransfer } from './send-transfer.ts'
