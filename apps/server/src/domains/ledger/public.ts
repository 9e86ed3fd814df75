export { held } from './accounts.ts'
export {
  chargeLegs,
  pspFeeLegs,
  refundDecidedLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
} from './legs.ts'
export { type Journal, postJournal } from './post-journal.ts'
export { balanceOf } from './store.ts'
