import type { SessionRequest } from '@parley/contract'
import { dateText } from '../../../language/formats.ts'
import { ownTimeText } from '../../../language/shown-zone.ts'
import { plural, t } from '../../../language/text.ts'

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const
const MOMENT = { ...DATE, weekday: 'short', ...TIME } as const

/** Whether its time is a range with room for two such calls. */
function isSpan({ timeRange, slot, duration }: SessionRequest): boolean {
  if (!timeRange || slot) return false
  return Date.parse(timeRange.end) - Date.parse(timeRange.start) >= 2 * duration * 1000
}

/**
 * The agreed time with the name of this device's zone, or else the day of the request, which says that it is this day:
 * readers take a day alone for that of the call.
 */
export function whenText(request: SessionRequest, shownZone: string): string {
  if (!request.timeRange) return t('booked {date}', { date: dateText(new Date(request.created_at), DATE) })
  const [start, end] = [new Date(request.timeRange.start), new Date(request.timeRange.end)]
  if (!isSpan(request)) return ownTimeText(start, MOMENT, shownZone)
  const isOneDay = dateText(start, DATE) === dateText(end, DATE)
  const until = ownTimeText(end, isOneDay ? TIME : MOMENT, shownZone)
  return t('{from} to {until}', { from: dateText(start, MOMENT), until })
}

/** For an influencer who answers a request for a range of time: their sold calls within it. */
export function besideText({ sold_beside: beside }: SessionRequest, shownZone: string): string | null {
  if (!beside) return null
  return plural(
    beside.count,
    {
      one: 'In this time you have a call already: with @{name}, {time}.',
      other: 'In this time you have {count} calls already. The first is with @{name}, {time}.',
    },
    { name: beside.user.username, time: ownTimeText(new Date(beside.start), MOMENT, shownZone) },
  )
}
