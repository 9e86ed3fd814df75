export { held, payable } from './accounts.ts'
export { listEntries } from './entries.ts'
export {
  chargeLegs,
  influencerSharePence,
  pspFeeLegs,
  refundDecidedLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
} from './legs.ts'
export { type Journal, postJournal } from './post-journal.ts'
export { balanceOf } from './store.ts'
