import type { SessionRequest } from '@parley/contract'
import { hasBegun, type PaidFor } from '../../features/link-rescue/rescue-words.ts'

export type PaidRequest = Pick<
  SessionRequest,
  'live_event' | 'timeRange' | 'used_duration' | 'influencer' | 'attendee'
>

function sideOf({ influencer, attendee }: PaidRequest, viewerId: string): PaidFor['side'] {
  if (influencer?.user.id === viewerId) return 'influencer'
  if (attendee === null) return 'buyer'
  return attendee.id === viewerId ? 'attendee' : 'giver'
}

/** The facts of a paid request for one of its people, for the text in a browser that does not support calls. */
export function paidFor(request: PaidRequest, viewerId: string): PaidFor {
  const { live_event: event, timeRange, used_duration: usedSeconds } = request
  const place = event?.format === 'queue' ? 'turn' : 'event'
  const startsAt = timeRange?.start ?? null
  return {
    kind: event ? place : 'call',
    side: sideOf(request, viewerId),
    startsAt,
    hasBegun: hasBegun(startsAt, usedSeconds > 0 ? 'used' : 'unused'),
  }
}
