import type { Slots } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { inTwoDays, offersEveryHour, openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer({ connections: 10 })
afterAll(t.close)
const events = eventCaller(t)

/** Ten turns of a minute, each with fifteen seconds for the change, and a fifth more: 900 s. */
const TURNS = { format: 'queue', absent: 'refund', capacity: 10, duration: 60, duration_display: 1 }
const at = (time: string) => inTwoDays(t, time)

test.each([
  { starts: '12:00:00', ends: '12:15:00', refused: ['12:00'], sold: ['11:45', '12:15'] },
  { starts: '12:00:01', ends: '12:15:01', refused: ['12:00', '12:15'], sold: ['11:45', '12:30'] },
  { starts: '11:59:59', ends: '12:14:59', refused: ['11:45', '12:00'], sold: ['11:30', '12:15'] },
])(
  'no call is sold inside the time that a line takes, from $starts to the second before $ends; right before and after it is',
  async ({ starts, refused, sold }) => {
    const name = `planner${starts.replaceAll(':', '')}`
    // Calls of fifteen minutes, at each quarter of an hour.
    const star = await offersEveryHour(t, name, { step: 15, leeway: 0 })
    const startsAt = at('12:00').replace('12:00:00', starts)
    const event = await events.create(star, { ...TURNS, title: 'Turns', starts_at: startsAt })
    expect(Date.parse(event.starts_at ?? '')).toBe(Date.parse(startsAt))
    const day = startsAt.slice(0, 10)
    const path = `GET /api/parley/${name}/slots/?from=${day}&to=${day}&zone=UTC` as const
    const { body } = await t.call<Slots>(null, path)
    const offered = new Set(body.days.flatMap(({ slots }) => slots.map(({ start }) => start)))
    for (const [i, time] of [...refused, ...sold].entries()) {
      const isFree = sold.includes(time)
      expect([time, offered.has(at(time))]).toEqual([time, isFree])
      const booked = await t.book(await t.fan(`${name}fan${i}`), star, { slot: at(time) })
      expect([time, booked.status]).toEqual([time, isFree ? 201 : 409])
    }
    expect(await t.breaches()).toEqual([])
  },
)
