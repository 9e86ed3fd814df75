import type { SessionRequest } from '@parley/contract'
import { hasBegun, type PaidFor } from '../../features/link-rescue/rescue-words.ts'

/** What a buyer's request is, for the words to somebody whose browser cannot show it. */
export function paidFor({
  live_event: event,
  timeRange,
  used_duration: usedSeconds,
}: Pick<SessionRequest, 'live_event' | 'timeRange' | 'used_duration'>): PaidFor {
  const place = event?.format === 'queue' ? 'turn' : 'event'
  const startsAt = timeRange?.start ?? null
  return {
    kind: event ? place : 'call',
    side: 'buyer',
    startsAt,
    hasBegun: hasBegun(startsAt, usedSeconds > 0 ? 'used' : 'unused'),
  }
}
