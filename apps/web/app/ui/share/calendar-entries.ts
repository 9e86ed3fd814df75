import { bookingUid, eventUid, type LiveEvent, type SessionRequest } from '@parley/contract'
import { t } from '../../language/text.ts'
import type { CalendarEntry } from './calendar-file.ts'

/** The calendar entry of an event; null when it has no date or is over. */
export function eventEntry(event: LiveEvent, origin: string): CalendarEntry | null {
  if (event.starts_at === null || event.state === 'ended' || event.state === 'cancelled') return null
  return {
    uid: eventUid(event.id, origin),
    sequence: 0,
    title: event.title,
    description: t('Live event with @{username}', { username: event.influencer.user.username }),
    url: `${origin}/live-event/${event.slug}`,
    startsAt: event.starts_at,
    endsAt: new Date(Date.parse(event.starts_at) + event.duration * 1000).toISOString(),
  }
}

/** The calendar entry of a dated call; null when it has no date or does not take place. */
export function callEntry(
  request: SessionRequest,
  { origin, path, other }: { origin: string; path: string; other: string },
): CalendarEntry | null {
  if (request.timeRange === null || !['offered', 'accepted'].includes(request.state)) return null
  return {
    uid: bookingUid(request.id, origin),
    sequence: request.slot?.sequence ?? 0,
    title: t('Video call with @{username}', { username: other }),
    description: request.description,
    url: origin + path,
    startsAt: request.timeRange.start,
    endsAt: request.timeRange.end,
  }
}
