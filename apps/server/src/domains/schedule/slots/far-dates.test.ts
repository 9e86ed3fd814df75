import { type Availability, DAY_MS, type Slots } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

let t: TestServer
let fan: TestPerson
/** One whose days have a limit, so that whole days are read. */
let stars: TestPerson[]
beforeAll(async () => {
  t = await openTestServer()
  fan = await t.fan('fan')
  stars = [await offersEveryHour(t, 'star'), await offersEveryHour(t, 'limited', { daily_limit: 3 })]
})
afterAll(() => t.close())

const MOMENTS = [
  '9999-12-31T23:30:00Z',
  '9999-12-31T23:59:00-23:59',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
]

it.each(['9999-12-31', '0000-01-01', ...MOMENTS])('a list from %s is refused with a sentence', async from => {
  const refused = { status: 400, body: { from: ['Please write a date such as 2027-03-28'] } }
  const query = new URLSearchParams({ from })
  for (const star of stars) {
    expect(await t.call(null, `GET /api/parley/${star.username}/slots/?${query}`)).toMatchObject(refused)
    expect(await t.call(star, `GET /api/influencer/me/calendar/?${query}`)).toMatchObject(refused)
  }
})

it.each(['9998-12-31', '9998-12-31T23:59:00-23:59', '1000-01-01', '1000-01-01T00:00:00%2B23:59'])(
  'a list from %s has days without slots, in every zone',
  async from => {
    for (const { username } of stars)
      for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const path = `GET /api/parley/${username}/slots/?from=${from}&zone=${zone}` as const
        const { status, body } = await t.call<Slots>(null, path)
        expect(status).toBe(200)
        expect(body.days.map(({ slots }) => slots)).toEqual(Array(7).fill([]))
        for (const { date } of body.days) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
    const [star] = stars
    expect((await t.call(star ?? null, `GET /api/influencer/me/calendar/?from=${from}`)).status).toBe(200)
  },
)

it.each(MOMENTS)('a slot at %s is refused with a sentence', async slot => {
  for (const star of stars)
    expect(await t.book(fan, star, { slot })).toMatchObject({
      status: 400,
      body: { slot: ['Please choose a time'] },
    })
})

it('a single date is left out once it has passed in its zone, so that a year of them can be ahead', async () => {
  const day = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const dates = [-40, -2, 1, 40].map(days => ({ date: day(days), windows: [] }))
  const star = await offersEveryHour(t, 'away', { zone: 'Pacific/Kiritimati', exceptions: dates })
  const ahead = dates.slice(2)
  const { pool } = t.server.database
  const { rows } = await pool.query(
    'select date from availability_exceptions where person_id = $1 order by date',
    [star.id],
  )
  expect(rows).toEqual(ahead.map(({ date }) => ({ date })))
  // One that was saved while it was ahead.
  await pool.query("insert into availability_exceptions values ($1, $2, '[]')", [star.id, day(-9)])
  const read = await t.call<Availability>(star, 'GET /api/influencer/me/availability/')
  expect(read.body.exceptions).toEqual(ahead)
})
