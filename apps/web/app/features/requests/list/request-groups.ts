import type { RequestType, SessionRequest } from '@parley/contract'
import { msg, t } from '../../../language/text.ts'

export interface RequestGroup {
  type: RequestType
  name: string
  requests: SessionRequest[]
}

const GROUPS: readonly { type: RequestType; name: string }[] = [
  { type: 'prepaid', name: msg('Prepaid') },
  { type: 'broadcast', name: msg('Live') },
  { type: 'private', name: msg('Private') },
]

const isOpen = (request: SessionRequest) => request.state === 'offered' || request.state === 'accepted'

/**
 * Requests by type in the order prepaid, live, private, the open ones of a type first; leaves out empty groups.
 */
export function groupRequests(requests: readonly SessionRequest[]): RequestGroup[] {
  return GROUPS.map(group => ({
    ...group,
    name: t(group.name),
    requests: requests
      .filter(request => request.request_type === group.type)
      .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))),
  })).filter(group => group.requests.length > 0)
}

/** The private request that a profile shows to its buyer: the newest open one. */
export function currentRequest(requests: readonly SessionRequest[]): SessionRequest | null {
  const open = requests.filter(request => request.request_type === 'private' && isOpen(request))
  return open.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null
}

/** The prepaid calls of a person that the reader can enter now, or that their guest can; the newest first. */
export function openPrepaidCalls(requests: readonly SessionRequest[], performer: string): SessionRequest[] {
  return requests
    .filter(
      request =>
        request.request_type === 'prepaid' &&
        isOpen(request) &&
        ['paid', 'partly_refunded'].includes(request.payment.status) &&
        request.influencer?.user.username === performer,
    )
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
}

/** The number of paid private requests that are open, as the header counts them for an influencer. */
export function openPrivateCount(requests: readonly SessionRequest[]): number {
  return requests.filter(
    request =>
      request.request_type === 'private' && isOpen(request) && request.payment.stripe_intent_confirmed,
  ).length
}
