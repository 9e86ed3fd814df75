import type { SessionRequest } from '@parley/contract'

/** One's own newest place at an event, in any state; null where there is none. */
export function ownPlace(requests: readonly SessionRequest[], eventSlug: string): SessionRequest | null {
  const places = requests.filter(request => request.live_event?.slug === eventSlug)
  return places.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null
}
