import { DAY_MS, HOUR_MS } from '@parley/contract'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { dateOf, dayIn, dayOf, spanOf, startOfDay } from './window-edges.ts'

/** Clocks that change at night, at midnight forwards, at midnight backwards, by half an hour, or never. */
const ZONES = ['Europe/London', 'America/Havana', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata']

/** The moments of a year at which the clocks of a zone change. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.ZonedDateTime.from(`2027-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  for (; at && at.year < 2028; at = at.getTimeZoneTransition('next')) changes.push(at.epochMilliseconds)
  return changes
}

/** Moments before, at and after each change, and the days around it, so that each side is looked up from the other. */
const momentsAround = (changeMs: number) =>
  [-3 * DAY_MS, -HOUR_MS, -1, 0, 1, HOUR_MS, 2 * DAY_MS, -1, 0].map(ms => changeMs + ms)

describe.each(ZONES)('in %s', zone => {
  const moments = [...changesOf(zone).flatMap(momentsAround), Date.parse('2027-06-15T12:34Z')]

  test('the day of a moment is the date that its clocks show', () => {
    const shown = moments.map(ms => dateOf(dayIn(zone, ms)))
    const dates = moments.map(ms =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString(),
    )
    expect(shown).toEqual(dates)
  })

  test('a day begins at the first moment that has its date, and ends where the next one begins', () => {
    const days = [...new Set(moments.map(ms => dayIn(zone, ms)))]
    for (const day of days) {
      const startMs = startOfDay(day, zone)
      expect([dayIn(zone, startMs - 1), dayIn(zone, startMs)]).toEqual([day - 1, day])
      expect(spanOf(day, { from: '00:00', to: '24:00' }, zone)).toEqual({
        startMs,
        endMs: startOfDay(day + 1, zone),
      })
    }
  })
})

test('a date and its day are each other’s', () => {
  expect([dayOf('1970-01-01'), dayOf('1970-01-02'), dateOf(dayOf('2027-03-28'))]).toEqual([
    0,
    1,
    '2027-03-28',
  ])
})

test('half an hour that the clocks skip is nothing; a window that ends in what they skip ends there', () => {
  const day = dayOf('2027-03-28')
  expect(spanOf(day, { from: '01:00', to: '01:30' }, 'Europe/London')).toBeNull()
  const change = Date.parse('2027-03-28T01:00Z')
  const before = spanOf(day, { from: '00:30', to: '01:30' }, 'Europe/London')
  expect(before).toEqual({ startMs: change - HOUR_MS / 2, endMs: change })
  const after = spanOf(day, { from: '01:30', to: '02:15' }, 'Europe/London')
  expect(after).toEqual({ startMs: change, endMs: change + HOUR_MS / 4 })
})
