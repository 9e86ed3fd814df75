const UK = 'Europe/London'

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

const formatOf = (parts: Intl.DateTimeFormatOptions, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })
  return (at: Date) => format.format(at).replace(',', '')
}

const ukDate = formatOf({ ...DAY, year: 'numeric', ...TIME }, UK)
const ukShortDate = formatOf({ ...DAY, ...TIME }, UK)
const ukTime = formatOf(TIME, UK)
const ukWeekday = formatOf({ weekday: 'long' }, UK)
const utcTime = formatOf(TIME, 'UTC')
const utcWeekday = formatOf({ weekday: 'long' }, 'UTC')

/** The weekday of UTC where it is another one than in the United Kingdom, with a space behind it. */
const otherWeekday = (at: Date): string => (utcWeekday(at) === ukWeekday(at) ? '' : `${utcWeekday(at)} `)

/** A text of times in the United Kingdom, with the same times in UTC where these differ. */
const named = (uk: string, from: Date, utc: string): string =>
  ukTime(from) === utcTime(from) ? `${uk} UTC (UK time)` : `${uk} UK time (${otherWeekday(from)}${utc} UTC)`

/**
 * A moment for a reader whose zone nobody knows: "Friday 6 March 2026 at 14:00 UTC (UK time)", in summer "Friday 5 June
 * 2026 at 15:00 UK time (14:00 UTC)".
 */
export const ukMoment = (at: Date): string => named(ukDate(at), at, utcTime(at))

/** The same of a start and an end: "Friday 5 June 2026 at 15:00 to 15:15 UK time (14:00 to 14:15 UTC)". */
export const ukSpan = (from: Date, to: Date): string =>
  named(`${ukDate(from)} to ${ukTime(to)}`, from, `${utcTime(from)} to ${utcTime(to)}`)

/** Where there is little room: "Friday 5 June at 15:00 UK time". */
export const shortUkMoment = (at: Date): string => `${ukShortDate(at)} UK time`
