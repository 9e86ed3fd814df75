import type { SessionRequest } from '@parley/contract'

/** What the page of a prepaid link shows, by the reader and the state of the request. */
export type OfferView =
  /** 'No paid session here'. */
  | 'none'
  /** Its requester has not paid yet. */
  | 'to-pay'
  /** Its requester waits for a person who accepts. */
  | 'to-share'
  /** Any other person may accept. */
  | 'to-accept'
  /** Another person attends in the requester's place. */
  | 'given'
  | 'call-as-attendee'
  | 'call-as-requester'
  | 'call-as-performer'
  | 'over'

const isOpen = (request: SessionRequest) => request.state === 'offered' || request.state === 'accepted'

/** Decides the view; the server decides again which acts are allowed. */
export function offerView(request: SessionRequest | null, ownUserId: string | null): OfferView {
  if (request?.request_type !== 'prepaid') return 'none'
  const isRequester = request.user.id === ownUserId
  const isAttendee = request.attendee !== null && request.attendee.id === ownUserId
  const isPerformer = request.influencer !== null && request.influencer.user.id === ownUserId
  // For other people an unpaid offer does not exist.
  if (!isRequester && !request.payment.stripe_intent_confirmed) return 'none'
  if (!isOpen(request)) return 'over'
  if (isAttendee) return 'call-as-attendee'
  if (isPerformer) return 'call-as-performer'
  if (isRequester && !request.payment.stripe_intent_confirmed) return 'to-pay'
  if (request.influencer === null) return isRequester ? 'to-share' : 'to-accept'
  if (!isRequester) return 'none'
  return request.attendee ? 'given' : 'call-as-requester'
}
