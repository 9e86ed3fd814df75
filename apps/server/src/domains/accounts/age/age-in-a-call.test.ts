import type { Page } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { countedElsewhere } from '../../../testing/written-intervals.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

const ADULT = '1990-02-28'

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ env: { MIN_AGE: '18' } })
  desk = await staffMember(t, 'ages-in-calls', 'moderator')
})
afterAll(() => t?.close())

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)

let made = 0
async function pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
  made++
  const people = { fan: await t.fan(`caller${made}`), star: await t.influencer(`called${made}`) }
  for (const each of [people.fan, people.star])
    await t.call(each, 'POST /api/user/me/birth-date/', { date: ADULT })
  return people
}

async function correct(person: TestPerson, date?: string) {
  const day = t.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() - 16)
  const sixteen = day.toISOString().slice(0, 10)
  await desk.stepUp()
  const act = { date: date ?? sixteen, reason: 'They sent us their passport', version: 1 }
  expect((await t.call(desk.person, `POST /api/staff/people/${person.id}/birth-date/`, act)).status).toBe(204)
  return sixteen
}

async function mailsTo(person: TestPerson) {
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  return (await t.call<Page<{ subject: string; text: string }>>(null, path)).body.results
}

async function audited() {
  expect(await t.breaches()).toEqual([])
}

const counted = (roomId: string) =>
  countedElsewhere(t, roomId, { fromMs: t.clock.now().getTime() - 298_000, provenSeconds: 298 })

test.each(['influencer', 'buyer'] as const)(
  'a running call of an %s who is too young by now is over for both, and paid by all of its time',
  async who => {
    const { fan, star } = await pair()
    const paid = await t.bookAndPay(fan, star)
    await desk.stepUp()
    await sql(
      `update session_requests set state = 'accepted', begun_at = $2 where id = $1`,
      paid.id,
      t.clock.now(),
    )
    const paidTime = await counted(paid.id)
    await correct(who === 'buyer' ? fan : star)
    await t.server.doDueWork()
    const other = who === 'buyer' ? star : fan
    const enter =
      who === 'buyer'
        ? (`POST /api/influencer/requests/${paid.id}/session/` as const)
        : (`POST /api/influencer/parley_requests/${paid.id}/session/` as const)
    expect((await t.call(other, enter)).status).toBe(409)
    // Money is decided when the process that counts has ended it.
    expect(await t.request(other, paid.slug)).toMatchObject({
      state: 'accepted',
      payment: { refunded_amount: '0.00' },
    })
    await paidTime.end(301)
    await t.advance(1)
    // Of 900 s for 25.00 the last 599 go back.
    expect(await t.request(other, paid.slug)).toMatchObject({
      ...{ state: 'completed', outcome: 'part_served' },
      payment: { refunded_amount: '16.64' },
    })
    await audited()
  },
)

test('a running call whose paid time does not end is settled after a minute, by what is proven', async () => {
  const { fan, star } = await pair()
  const paid = await t.bookAndPay(fan, star)
  await desk.stepUp()
  await sql(
    `update session_requests set state = 'accepted', begun_at = $2 where id = $1`,
    paid.id,
    t.clock.now(),
  )
  const paidTime = await counted(paid.id)
  await correct(star)
  await t.server.doDueWork()
  await t.advance(59)
  expect((await t.request(fan, paid.slug)).state).toBe('accepted')
  await t.advance(2)
  expect(await t.request(fan, paid.slug)).toMatchObject({
    state: 'completed',
    payment: { refunded_amount: '16.73' },
  })
  await paidTime.end(298)
  await audited()
})

test.each(['host', 'viewer'] as const)(
  'a running event whose %s is too young by now: a place is paid by all that was broadcast',
  async who => {
    const { fan, star } = await pair()
    const events = eventCaller(t)
    const event = await events.create(star, { amount: '6.00', duration: 600 })
    const place = await events.placeOf(fan, event)
    await desk.stepUp()
    const now = t.clock.now()
    await sql(`update live_events set state = 'live', begun_at = $2 where id = $1`, event.id, now)
    await sql(`update session_requests set state = 'accepted', begun_at = $2 where id = $1`, place.id, now)
    const paidTime = await counted(event.id)
    await correct(who === 'host' ? star : fan)
    await t.server.doDueWork()
    await paidTime.end(301)
    await t.advance(1)
    const { state, outcome, payment } = await t.request(fan, place.slug)
    // A viewer leaves with what is proven up to then: it is the host who continues.
    const back = who === 'host' ? '2.99' : '3.02'
    expect({ state, outcome, back: payment.refunded_amount }).toEqual({
      ...{ state: 'completed', outcome: 'part_served', back },
    })
    await audited()
  },
)

test('both are told: the person by the desk, without a date; the other not that they were rejected', async () => {
  const { fan, star } = await pair()
  await t.bookAndPay(fan, star)
  const born = await correct(star)
  await t.server.doDueWork()
  const own = await mailsTo(star)
  const news = own.find(({ subject }) => subject === 'We have corrected your birth date')
  expect(news?.text).toContain('too young')
  expect(JSON.stringify(own)).not.toContain(born)
  const others = (await mailsTo(fan)).map(({ subject, text }) => `${subject} ${text}`).join('\n')
  expect(others).toContain(`Your call with @${star.username} is called off`)
  expect(others).toContain('because we called the call off')
  expect(others).not.toMatch(/reject|too young|birth/)

  const grown = (await pair()).fan
  await correct(grown, '1991-03-01')
  await t.server.doDueWork()
  const [mail] = (await mailsTo(grown)).filter(
    ({ subject }) => subject === 'We have corrected your birth date',
  )
  expect(mail?.text).toContain('old enough')
})
