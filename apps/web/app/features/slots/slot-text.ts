import { dateText, MOMENT } from '../../language/formats.ts'
import { deviceZone } from '../../language/shown-zone.ts'
import { serverNowMs } from '../../store/server-clock.ts'

/** Every time zone that this device knows, including its own. */
export function knownZones(): readonly string[] {
  const own = deviceZone()
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(own) ? known : [own, ...known]
}

export const timeText = (start: string, zone: string): string =>
  dateText(new Date(start), { hour: '2-digit', minute: '2-digit', timeZone: zone })

/** The date and time of a slot, short enough for a button. */
export const slotText = (start: string, zone: string): string =>
  dateText(new Date(start), { ...MOMENT, timeZone: zone })

/** A calendar date without a zone. */
export const dayText = (date: string, options: Intl.DateTimeFormatOptions): string =>
  dateText(new Date(`${date}T12:00:00Z`), { ...options, timeZone: 'UTC' })

/** The date of a moment in a zone, as `YYYY-MM-DD`. */
export const dateIn = (moment: string | number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(moment))

/** The current date in a zone. */
export const todayIn = (zone: string): string => dateIn(serverNowMs(), zone)
