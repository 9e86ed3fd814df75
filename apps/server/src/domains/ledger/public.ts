export { held, PSP_CLEARING, payable, REFUND_TRANSIT } from './accounts.ts'
export {
  chargeLegs,
  platformFeePence,
  pspFeeLegs,
  refundDecidedLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
} from './legs.ts'
export { type Journal, postJournal } from './post-journal.ts'
export { balanceOf } from './store.ts'
