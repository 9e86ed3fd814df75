export { beginCall, completeCall } from './answer-request.ts'
export { blockEffects, openBetween } from './blocks/end-between.ts'
export type { BookDeps } from './book-private.ts'
export type { CallSubject } from './calls/call-subject.ts'
export type { Attendance, CallTime } from './calls/call-time.ts'
export { callSubject, findCallSubject, turnSubject } from './calls/find-call-subject.ts'
export { countOpenPrivate, openCallsOf } from './calls/open-calls.ts'
export { UNPAID_WORDS, type Unpaid } from './calls/why-unpaid.ts'
export {
  type PlaceInLine,
  REQUEST_TOPICS,
  type RequestChanged,
  type RequestsDeps,
} from './deps.ts'
export {
  hasNoneWith,
  hasNoSide,
  isProblemApart,
  problemsApart,
  requestsOfSide,
} from './desk/own-side.ts'
export { hasUnclaimedLink, reportableRequest } from './desk/reportable-request.ts'
export { findForDesk, lastRequestsOf, requestCase } from './desk/request-case.ts'
export { type Conceding, concedeByStaff } from './disputes/concede-dispute.ts'
export { type SendingByStaff, sendPackByStaff } from './disputes/dispute-packs.ts'
export type { TurnRecord } from './disputes/pack-record.ts'
export { listDisputes } from './disputes/pack-store.ts'
export { packSections } from './disputes/pack-words.ts'
export { progressOf, statementOf } from './disputes/show-pack.ts'
export { countWithdrawals } from './gifts/gift-store.ts'
export { adoptBalanceTransaction } from './money/adopt-balance-transaction.ts'
export { checkHolds } from './money/apply-payment.ts'
export { earningsAtDeletion } from './money/earnings-at-deletion.ts'
export { type GivingByStaff, giveBackByStaff, isPartyOf } from './money/give-back-by-staff.ts'
export type { MoneyBackCause } from './money/money-back.ts'
export { payoutHold } from './money/payout-hold.ts'
export { followEventIn, followEventInEach, followEventInPlaces } from './places/follow-event.ts'
export { dateOfPlace } from './places/place-date.ts'
export {
  countEarlierPlaces,
  countPlaces,
  findOwnPlace,
  findPlace,
  hadPaidPlace,
  listUninformed,
  type PlacePaid,
  placeOf,
  placesOf,
} from './places/place-store.ts'
export { removeViewer } from './places/remove-viewer.ts'
export { KEPT_IN_LINE } from './places/turn-rules.ts'
export {
  beginTurn,
  listPaidPlaces,
  namesOfPlaces,
  type PlaceName,
  settleTurn,
  standingOfPlace,
  turnStanding,
} from './places/turns.ts'
export { placeInLine } from './present-request.ts'
export { endReported } from './problems/end-reported.ts'
export { listProblems, openProblemsBefore, type ProblemRow } from './problems/problem-store.ts'
export { type Settling, settleProblem } from './problems/settle-problem.ts'
export { isCallPaid } from './request.ts'
export { createRequests } from './requests.ts'
export { servedSlotStarts } from './slots/served-starts.ts'
export { findRequest, haveSharedRequest, type NamedRequest, werePartiesOfOne } from './store.ts'
export { listBegunOf } from './suspensions/end-of-suspended.ts'
export { COUNT_ENDS_WITHIN_MS, COUNT_POLLED_EVERY_MS, TIME_STANDS } from './time-rules.ts'
