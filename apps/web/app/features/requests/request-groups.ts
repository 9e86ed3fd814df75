import type { RequestType, SessionRequest } from '@parley/contract'

export interface RequestGroup {
  type: RequestType
  name: string
  requests: SessionRequest[]
}

const GROUPS: readonly { type: RequestType; name: string }[] = [
  { type: 'prepaid', name: 'Prepaid' },
  { type: 'broadcast', name: 'Live' },
  { type: 'private', name: 'Private' },
]

/** Requests by type in the order prepaid, live, private; groups without any are left out. */
export function groupRequests(requests: readonly SessionRequest[]): RequestGroup[] {
  return GROUPS.map(group => ({
    ...group,
    requests: requests.filter(request => request.request_type === group.type),
  })).filter(group => group.requests.length > 0)
}

const isOpen = (request: SessionRequest) => request.state === 'offered' || request.state === 'accepted'

/** The private request a profile shows to its buyer: the newest one that is still open. */
export function currentRequest(requests: readonly SessionRequest[]): SessionRequest | null {
  const open = requests.filter(request => request.request_type === 'private' && isOpen(request))
  return open.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null
}

/** How many private requests wait for the influencer. */
export function openPrivateCount(requests: readonly SessionRequest[]): number {
  return requests.filter(request => request.request_type === 'private' && isOpen(request)).length
}
