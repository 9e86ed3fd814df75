import { MINUTE_MS, type Slots } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../testing/api-caller.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import { createDemoTimes } from './demo-times.ts'

const HOSTS = ['leila-languages', 'george-stories']
/** Notice, a whole step, and a window's edge between. */
const SOON_MS = 80 * MINUTE_MS

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
  const logins = HOSTS.map(username => ({
    ...{ username, email: `${username}@example.org`, password: TEST_PASSWORD },
    ...{ role: 'Influencer' as const, path: `/profile/${username}` },
  }))
  for (const { username } of logins) await t.influencer(username)
  await createDemoTimes(t.origin, logins)
})
afterAll(() => t?.close())

/** In order of time: the clock never goes back. */
const MOMENTS = [
  ['a minute before midnight in London', '2026-03-10T23:59:00Z'],
  ['a minute before the clocks of London go forward', '2026-03-29T00:59:00Z'],
  ['the minute after', '2026-03-29T01:01:00Z'],
  ['the last minute of a month', '2026-04-30T22:59:00Z'],
  ['the hour that comes twice', '2026-10-25T00:30:00Z'],
  ['the last minute of a year', '2026-12-31T23:59:30Z'],
] as const

test.each(MOMENTS)('two demo people offer times around now at %s', async (_when, moment) => {
  t.clock.advance((Date.parse(moment) - t.clock.now().getTime()) / 1000)
  const nowMs = t.clock.now().getTime()
  for (const [nth, host] of HOSTS.entries()) {
    const { body } = await t.call<Slots>(null, `GET /api/parley/${host}/slots/`)
    expect(body.mode).toBe(nth === 0 ? 'offered' : 'only')
    const inMs = Date.parse(body.next_slot?.start ?? '') - nowMs
    expect(inMs).toBeGreaterThan(0)
    expect(inMs).toBeLessThanOrEqual(SOON_MS)
    // The week that is shown first: every day after today is full of them.
    expect(body.days).toHaveLength(7)
    expect(body.days.slice(1).every(({ slots }) => slots.length >= 20)).toBe(true)
  }
})

test('what one of them is offered can be booked', async () => {
  for (const host of HOSTS) {
    const { body } = await t.call<Slots>(null, `GET /api/parley/${host}/slots/`)
    const fan = await t.fan(`fan-of-${host}`)
    const star = { username: host, id: '', access: '', refresh: '' }
    expect((await t.book(fan, star, { slot: body.next_slot?.start })).status).toBe(201)
  }
})
