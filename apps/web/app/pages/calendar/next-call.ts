import type { SessionRequest } from '@parley/contract'

const isPaid = ({ payment: { status } }: SessionRequest) => status === 'paid' || status === 'partly_refunded'

/** The paid call with a date that has not ended and ends first; null where there is none. */
export function nextCall(requests: readonly SessionRequest[], nowMs: number): SessionRequest | null {
  const endMs = ({ timeRange }: SessionRequest) => Date.parse(timeRange?.end ?? '')
  const startMs = ({ timeRange }: SessionRequest) => Date.parse(timeRange?.start ?? '')
  const open = requests.filter(
    request =>
      (request.state === 'offered' || request.state === 'accepted') &&
      isPaid(request) &&
      endMs(request) > nowMs,
  )
  return open.toSorted((a, b) => startMs(a) - startMs(b))[0] ?? null
}
