export { adoptMovement } from './adopt-movement.ts'
export { beginCall, completeCall } from './answer-request.ts'
export { applyDue } from './apply-due.ts'
export type { BookDeps } from './book-private.ts'
export type { CallSubject } from './call-subject.ts'
export type { Attendance, CallTime } from './call-time.ts'
export { type Offer, REQUEST_TOPICS, type RequestChanged, type RequestsDeps } from './deps.ts'
export { findCallSubject } from './find-call-subject.ts'
export { followEventIn, followEventInPlaces } from './follow-event.ts'
export { giftRoutes } from './gifts/gift-routes.ts'
export {
  MONEY_BACK_RULE,
  type MoneyBackCause,
  PREPAID_MONEY_BACK_RULE,
} from './money-back.ts'
export { countOpenPrivate, openCallsOf } from './open-calls.ts'
export { payOutDue } from './pay-out-due.ts'
export { paymentWork } from './payment-work.ts'
export { placeRoutes } from './place-routes.ts'
export { countPlaces, findPlace, placeOf } from './place-store.ts'
export { prepaidRoutes } from './prepaid-routes.ts'
export { requestRoutes } from './routes.ts'
export { findRequest, haveDealings, type NamedRequest } from './store.ts'
