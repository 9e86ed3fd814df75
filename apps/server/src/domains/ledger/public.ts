export { held, payable } from './accounts.ts'
export { listEntries } from './entries.ts'
export {
  bankLegs,
  bankReturnedLegs,
  chargeLegs,
  disputeFundsLegs,
  disputeLostLegs,
  type EarnedShare,
  forgoneLegs,
  influencerOwesPence,
  type Leg,
  orphanChargeLegs,
  pspFeeLegs,
  refundDecidedLegs,
  refundOfEarnedLegs,
  refundPaidByBankLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
  reserveLegs,
  transferLegs,
  transferReversedLegs,
} from './legs.ts'
export { ledgerLinesOf } from './lines.ts'
export { type Journal, postJournal } from './post-journal.ts'
export { isPosted, journalsOf, type RequestJournal } from './request-journals.ts'
export { balanceOf, disputedPence, lostPence, payableSums } from './store.ts'
