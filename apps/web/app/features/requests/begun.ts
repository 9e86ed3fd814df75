import type { SessionRequest } from '@parley/contract'
import { countdownText } from '@parley/contract/duration'
import { zonedText } from '../../language/formats.ts'

type Begun = Pick<SessionRequest, 'request_type' | 'used_duration' | 'total_duration'>

/** Whether a call has used a part of its time. Of a place at an event the event's own page says what is left. */
export const hasBegun = ({ request_type, used_duration: used, total_duration: total }: Begun): boolean =>
  request_type !== 'broadcast' && used > 0 && used < total

/** The time that is left of a call, as on its clock. */
export const leftText = ({ used_duration: used, total_duration: total }: Begun): string =>
  countdownText(total - used)

const UNTIL = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const

/** Until when a call with a set time can go on, with the name of the zone; null for a call without one. */
export const untilText = ({ timeRange }: Pick<SessionRequest, 'timeRange'>): string | null =>
  timeRange && zonedText(new Date(timeRange.end), UNTIL)
