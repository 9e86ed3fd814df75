import type { SessionRequest } from '@parley/contract'

export interface OwnRequests {
  /** Open ones: by the agreed start, the soonest first, then those without one, the newest first. */
  toDo: SessionRequest[]
  /** Past ones, the newest first. */
  past: SessionRequest[]
}

const isOpen = (request: SessionRequest) => request.state === 'offered' || request.state === 'accepted'
const startMs = (request: SessionRequest) =>
  request.timeRange ? Date.parse(request.timeRange.start) : Number.POSITIVE_INFINITY

function soonestFirst(a: SessionRequest, b: SessionRequest): number {
  const [aMs, bMs] = [startMs(a), startMs(b)]
  return aMs === bMs ? b.created_at.localeCompare(a.created_at) : aMs - bMs
}

/** Splits one's own requests into open and past ones. */
export function splitOwnRequests(requests: readonly SessionRequest[]): OwnRequests {
  return {
    toDo: requests.filter(isOpen).toSorted(soonestFirst),
    past: requests
      .filter(request => !isOpen(request))
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
  }
}
