import type { SessionRequest } from '@parley/contract'

/** What stands between a person and the call of a request. */
export type Obstacle =
  | 'invalid-type'
  | 'unpaid'
  | 'processing'
  | 'disputed'
  | 'unclaimed'
  | 'not-found'
  | 'forbidden'
  | 'given'
  | 'failed'

export interface CallParties {
  slug: string
  requestType: 'private' | 'prepaid'
  isInfluencer: boolean
  /** They attend a gift: somebody else paid. */
  isGift: boolean
  /** Whose profile the call belongs to: where End Call leads. */
  influencerUsername: string
  /** Whether this profile opens to them. */
  profileOpens: boolean
  otherId: string
  otherUsername: string
  totalSeconds: number
  usedSeconds: number
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
  endsAt: string | null
  isOver: boolean
  /** State and money of the request when the page was loaded. */
  sale: Pick<SessionRequest, 'state' | 'outcome' | 'ended_at' | 'payment' | 'problem'>
}

/** What a call needs to know of its request. */
export type CallRequest = Pick<
  SessionRequest,
  | 'slug'
  | 'request_type'
  | 'state'
  | 'outcome'
  | 'ended_at'
  | 'user'
  | 'attendee'
  | 'influencer'
  | 'profile_opens'
  | 'payment'
  | 'problem'
  | 'timeRange'
  | 'total_duration'
  | 'used_duration'
>

const OVER = new Set(['completed', 'rejected', 'cancelled', 'expired'])

/** Who meets whom in the call of this request, or why there is none; the server decides again on its own. */
export function admit(request: CallRequest, ownUserId: string): CallParties | Obstacle {
  const { request_type: requestType, influencer, user, payment, state, outcome, ended_at, problem } = request
  if (requestType !== 'private' && requestType !== 'prepaid') return 'invalid-type'
  if (!influencer) return 'unclaimed'
  const isInfluencer = influencer.user.id === ownUserId
  // One person attends: the buyer of a gift does not.
  const attends = request.attendee ?? user
  if (!isInfluencer && attends.id !== ownUserId) return user.id === ownUserId ? 'given' : 'forbidden'
  if (!payment.stripe_intent_confirmed) return payment.status === 'processing' ? 'processing' : 'unpaid'
  const isOver = OVER.has(state) || request.used_duration >= request.total_duration
  if (!isOver && payment.status === 'disputed') return 'disputed'
  return {
    slug: request.slug,
    requestType,
    isInfluencer,
    isGift: request.attendee?.id === ownUserId,
    influencerUsername: influencer.user.username,
    profileOpens: isInfluencer || request.profile_opens === true,
    otherId: isInfluencer ? attends.id : influencer.user.id,
    otherUsername: isInfluencer ? attends.username : influencer.user.username,
    totalSeconds: request.total_duration,
    usedSeconds: request.used_duration,
    startsAt: request.timeRange?.start ?? null,
    endsAt: request.timeRange?.end ?? null,
    isOver,
    sale: { state, outcome, ended_at, payment, problem },
  }
}

/** What a failed call for the request means for the page. */
export function obstacleOf(status: number): Obstacle {
  if (status === 402) return 'unpaid'
  if (status === 403) return 'forbidden'
  return status === 404 ? 'not-found' : 'failed'
}
