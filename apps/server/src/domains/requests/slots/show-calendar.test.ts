import type { Calendar } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t.close())

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))
const at = (time: string) => `2026-03-03T${time}:00.000Z`

test('an influencer sees what is sold, suggested and performed of their time, and nothing that nobody paid', async () => {
  const star = await t.influencer('star')
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0 }
  await t.call(star, 'PUT /api/influencer/me/availability/', hours)
  const [ann, ben] = [await t.fan('ann'), await t.fan('ben')]
  const sold = await t.bookAndPay(ann, star, { slot: at('10:00') })
  const tight = { start: at('12:00'), end: at('12:15') }
  const dated = await t.bookAndPay(ben, star, { timeRange: tight })
  await t.book(ben, star, { slot: at('18:00') })
  await t.call(star, `POST /api/parley/${sold.slug}/session/proposal/`, { slots: [at('15:00')] })
  const form = new FormData()
  const event = { title: 'Chess', description: 'A talk about chess', amount: '5.00', starts_at: at('20:00') }
  for (const [name, value] of Object.entries(event)) form.set(`virtual_event[${name}]`, value)
  await t.call(star, `PATCH /api/influencer/${star.username}/`, form)
  const calendar = (query = '') => t.call<Calendar>(star, `GET /api/influencer/me/calendar/${query}`)
  const { body } = await calendar()
  expect(body.busy).toEqual([])
  expect(body.taken.map(({ kind, start }) => [kind, start])).toEqual([
    ['slot', at('10:00')],
    ['slot', at('12:00')],
    ['proposal', at('15:00')],
    ['event', at('20:00')],
  ])
  expect(body.taken.map(({ slug }) => slug).slice(0, 3)).toEqual([sold.slug, dated.slug, sold.slug])
  expect((await calendar(`?from=${at('11:00')}&to=${at('13:00')}`)).body.taken).toHaveLength(1)
  expect((await calendar('?from=2026-03-01&to=2026-05-01')).status).toBe(400)
  expect((await calendar('?from=2026-03-02&to=2026-03-01')).status).toBe(400)
})
