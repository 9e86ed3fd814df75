import { randomUUID } from 'node:crypto'
import { type CreatedUser, type LiveEvent, messages, type TokenPair } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

const BIRTH_DATE = 'POST /api/user/me/birth-date/'
const BOOKING = { amount: '25.00', duration: 900 }
const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
const ADULT = '1990-02-28'

let t: TestServer
let star: TestPerson
let event: LiveEvent
beforeAll(async () => {
  t = await openTestServer({ env: { MIN_AGE: '18' } })
  star = await t.influencer('star')
  await say(star, ADULT)
  event = await eventCaller(t).create(star)
})
afterAll(() => t?.close())

type Said = { detail?: string; needs?: string; allowed?: boolean }
const say = (person: TestPerson, date: string) => t.call<Said>(person, BIRTH_DATE, { date })

/** The birthday of somebody who is so old in so many days. */
function bornFor(years: number, inDays: number): string {
  const day = new Date(t.clock.now().getTime() + inDays * 86_400_000)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString().slice(0, 10)
}

/** Calls by which somebody books, claims or offers, each whole. */
const bookings = (): [`POST /${string}` | `PUT /${string}`, unknown][] => [
  [`POST /api/parley/${star.username}/parley_request/`, BOOKING],
  [
    `POST /api/parley/${star.username}/live_event/`,
    { title: event.title, slug: event.slug, session_request: { amount: event.amount } },
  ],
  ['POST /api/parley/prepaid-link/', LINK],
  [`POST /api/parley/prepaid/${randomUUID()}/accept/`, undefined],
  ['POST /api/parley/gift/accept/', { token: 'unknown' }],
]

describe('who has said no birth date', () => {
  test('is asked for it by each call that books or claims, and nothing is made', async () => {
    const fan = await t.fan('nobody-asked')
    for (const [call, body] of bookings()) {
      const answer = await t.call<Said>(fan, call, body)
      expect([call, answer.status, answer.body.needs]).toEqual([call, 403, 'birth_date'])
    }
    const { rows } = await t.server.database.pool.query(
      'select id from session_requests where buyer_id = $1',
      [fan.id],
    )
    expect(rows).toEqual([])
  })

  test('may look around and change their account', async () => {
    const fan = await t.fan('looker')
    expect((await t.call(fan, `GET /api/parley/${star.username}/`)).status).toBe(200)
    expect((await t.call(fan, 'PATCH /api/user/me/', { expose_email: false })).status).toBe(200)
    expect((await t.call(fan, 'POST /api/ws-ticket/', { path: '/chat/x/' })).status).toBe(200)
  })

  test('sells nothing: no new price, no event, no hours, no accepting, and no call as the one who is paid', async () => {
    const newcomer = await t.influencer('newcomer')
    const fan = await t.fan('early-fan')
    await say(fan, ADULT)
    const request = await t.bookAndPay(fan, newcomer)
    const page = `PATCH /api/influencer/${newcomer.username}/` as const
    const virtual_event = { title: 'Chess', description: 'We play', amount: '5.00', duration: 60 }
    const answers = [
      await t.call<Said>(newcomer, page, { main_session: { amount: '30.00' } }),
      await t.call<Said>(newcomer, page, { main_live_event: { amount: '5.00' } }),
      await t.call<Said>(newcomer, page, { virtual_event: { ...virtual_event, duration_display: 1 } }),
      await t.call<Said>(newcomer, `POST /api/influencer/requests/${request.id}/accept/`),
      await t.call<Said>(newcomer, 'POST /api/ws-ticket/', { path: `/chat/${request.slug}/` }),
      await t.call<Said>(newcomer, `POST /api/influencer/requests/${request.id}/session/`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403))
    // The last is asked in the call itself, where a client of one's own would go first.
    expect(answers.slice(0, -1).map(({ body }) => body.needs)).toEqual(Array(5).fill('birth_date'))
    await say(newcomer, ADULT)
    expect((await t.call(newcomer, `POST /api/influencer/requests/${request.id}/session/`)).status).toBe(200)
  })
})

test('who is known as too young by now is not booked any more, and comes into no call', async () => {
  const desk = await staffMember(t, 'ages', 'moderator')
  const [fan, young] = [await t.fan('grown-fan'), await t.influencer('young-star')]
  for (const each of [fan, young]) await say(each, ADULT)
  const events = eventCaller(t)
  const event = await events.create(young)
  const request = await t.bookAndPay(fan, young)
  const correct = (person: TestPerson) =>
    t.call(desk.person, `POST /api/staff/people/${person.id}/birth-date/`, {
      ...{ date: bornFor(16, 0), reason: 'They sent us their passport', version: 1 },
    })
  await desk.stepUp()
  expect((await correct(young)).status).toBe(204)
  expect((await t.book(fan, young)).status).toBe(404)
  expect((await events.bookPlace(fan, event)).status).toBe(404)
  const enter = async (person: TestPerson) =>
    (await t.call(person, `POST /api/influencer/requests/${request.id}/session/`)).status
  expect(await enter(young)).toBe(403)
  // For the other of the two it is a call that is over: why is not theirs to know.
  const asBuyer = (person: TestPerson) =>
    t.call<Said>(person, `POST /api/influencer/parley_requests/${request.id}/session/`)
  expect(await asBuyer(fan)).toMatchObject({ status: 409, body: { detail: 'This call is over' } })
  expect((await correct(fan)).status).toBe(204)
  expect(await asBuyer(fan)).toMatchObject({ status: 403, body: { detail: messages.tooYoung } })
})

describe('what somebody paid or sold before they were known as too young', () => {
  const paymentOf = async (person: TestPerson, slug: string) => {
    const { state, payment } = await t.request(person, slug)
    return { state, back: payment.refunded_amount }
  }
  const ended = async () => {
    await t.server.doDueWork()
    expect(await t.breaches()).toEqual([])
  }

  test('comes back by itself when the desk corrects the date: of a buyer, of an influencer, of an event', async () => {
    const desk = await staffMember(t, 'later-ages', 'moderator')
    const [fan, young, host] = [await t.fan('paid-fan'), await t.fan('young-fan'), await t.influencer('host')]
    for (const each of [fan, young, host]) await say(each, ADULT)
    const events = eventCaller(t)
    const soon = await events.create(host)
    const place = await events.placeOf(fan, soon)
    const requests = {
      bought: await t.bookAndPay(young, star),
      sold: await t.bookAndPay(fan, host),
      unpaid: (await t.book(young, star)).body,
    }
    await desk.stepUp()
    for (const { id } of [young, host]) {
      const act = { date: bornFor(16, 0), reason: 'They sent us their passport', version: 1 }
      expect((await t.call(desk.person, `POST /api/staff/people/${id}/birth-date/`, act)).status).toBe(204)
    }
    await ended()
    expect(await paymentOf(young, requests.bought.slug)).toEqual({ state: 'cancelled', back: '25.00' })
    expect((await paymentOf(young, requests.unpaid.slug)).state).toBe('cancelled')
    expect(await paymentOf(fan, requests.sold.slug)).toEqual({ state: 'rejected', back: '25.00' })
    expect((await t.call<LiveEvent>(fan, `GET /api/parley/${soon.slug}/event/`)).body.state).toBe('cancelled')
    expect((await paymentOf(fan, place.slug)).back).toBe(soon.amount)
  })

  test('comes back when they say it themselves, who sold before they were asked', async () => {
    const [fan, teen] = [await t.fan('teens-fan'), await t.influencer('teen')]
    await say(fan, ADULT)
    const { slug } = await t.bookAndPay(fan, teen)
    expect((await say(teen, bornFor(17, 0))).body).toEqual({ allowed: false })
    await ended()
    expect(await paymentOf(fan, slug)).toEqual({ state: 'rejected', back: '25.00' })
  })
})

describe('a birth date', () => {
  test('of an adult opens every booking, and is said once', async () => {
    const fan = await t.fan('adult')
    expect((await say(fan, bornFor(18, 0))).body).toEqual({ allowed: true })
    expect((await say(fan, ADULT)).status).toBe(409)
    expect((await t.book(fan, star)).status).toBe(201)
  })

  test('of somebody who is eighteen tomorrow refuses until then, whatever is said afterwards', async () => {
    const fan = await t.fan('tomorrow')
    expect((await say(fan, bornFor(18, 1))).body).toEqual({ allowed: false })
    expect((await say(fan, ADULT)).status).toBe(409)
    for (const [call, body] of bookings()) {
      const answer = await t.call<Said>(fan, call, body)
      expect([call, answer.status, answer.body.needs]).toEqual([call, 403, 'age'])
    }
    t.clock.advance(86_400)
    const { refresh } = fan
    Object.assign(fan, (await t.call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh })).body)
    expect((await t.book(fan, star)).status).toBe(201)
  })

  test.each(['', '2007-02-29', '1990-13-01', '1899-12-31', '2999-01-01', '1990-2-8', 7])(
    'is a day that there was: %s is none',
    async date => {
      const fan = await t.fan(`wrong-${randomUUID().slice(0, 8)}`)
      expect((await t.call(fan, BIRTH_DATE, { date })).status).toBe(400)
    },
  )

  test('said by ten tabs at once counts once', async () => {
    const fan = await t.fan('tabs')
    const dates = Array.from({ length: 10 }, (_, i) => `19${80 + i}-05-17`)
    const statuses = await Promise.all(dates.map(async date => (await say(fan, date)).status))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(9)
  })

  test('stays for the mailbox: nobody becomes older by a new account', async () => {
    const child = await t.fan('child')
    expect((await say(child, bornFor(15, 0))).body).toEqual({ allowed: false })
    expect((await t.call(child, 'DELETE /api/user/me/', { password: TEST_PASSWORD })).status).toBe(200)
    const account = { first_name: 'Some', last_name: 'Body', email: 'Child@example.org' }
    const passwords = { password: TEST_PASSWORD, confirmpassword: TEST_PASSWORD }
    const made = await t.call<CreatedUser>(null, 'POST /api/user/', {
      ...{ ...account, ...passwords, username: 'child-again' },
    })
    const again = { ...made.body, ...made.body.token }
    expect((await say(again, ADULT)).body).toEqual({ allowed: false })
  })
})

describe('the desk', () => {
  test('sees the state and never the date, and that the check is not highly effective', async () => {
    const fan = await t.fan('young')
    await say(fan, bornFor(16, 0))
    const desk = await staffMember(t, 'mod', 'moderator')
    const me = await t.call<{ age_check: unknown }>(desk.person, 'GET /api/staff/me/')
    expect(me.body.age_check).toEqual({ min_age: 18, method: 'self_declared', highly_effective: false })
    const person = `/api/staff/people/${fan.id}/` as const
    const seen = await t.call<{ age: { version: number } }>(desk.person, `GET ${person}`)
    expect(seen.body.age).toEqual({ state: 'too_young', source: 'self_declared', version: 1 })
    expect(JSON.stringify(seen.body)).not.toContain(bornFor(16, 0))

    const act = { date: ADULT, reason: 'They mixed up day and month', version: 1 }
    expect((await t.call(desk.person, `POST ${person}birth-date/`, { ...act, version: 0 })).status).toBe(409)
    expect((await t.call(desk.person, `POST ${person}birth-date/`, act)).status).toBe(204)
    expect((await t.book(fan, star)).status).toBe(201)
    const { rows } = await t.server.database.pool.query(
      "select person_id, before, after from staff_actions where act = 'correct_birth_date' and person_id = $1",
      [fan.id],
    )
    const states = { before: { age: 'too_young' }, after: { age: 'old_enough' } }
    expect(rows).toEqual([{ person_id: fan.id, ...states }])
    const own = `POST /api/staff/people/${desk.person.id}/birth-date/` as const
    expect((await t.call(desk.person, own, { ...act, version: 0 })).status).toBe(403)
  })
})

test('the date of somebody who left goes after a year', async () => {
  const fan = await t.fan('leaver')
  await say(fan, ADULT)
  await t.call(fan, 'DELETE /api/user/me/', { password: TEST_PASSWORD })
  const left = async () => {
    await t.server.domains.cleanUp()
    const query = 'select user_id from birth_dates where user_id = $1'
    return (await t.server.database.pool.query(query, [fan.id])).rows.length
  }
  t.clock.advance(364 * 86_400)
  expect(await left()).toBe(1)
  t.clock.advance(2 * 86_400)
  expect(await left()).toBe(0)
})

test('the calls that ask are those that book, claim or offer', () => {
  const guarded = t.server.app.routeList
    .filter(({ requiresAge }) => requiresAge)
    .map(r => `${r.method} ${r.url}`)
  expect(guarded.sort()).toEqual([
    'PATCH /api/influencer/:username/',
    // By the name of the influencer too.
    'POST /api/:username/requests/:id/accept/',
    'POST /api/influencer/requests/:id/accept/',
    'POST /api/parley/:username/live_event/',
    'POST /api/parley/:username/parley_request/',
    'POST /api/parley/gift/accept/',
    'POST /api/parley/prepaid-link/',
    'POST /api/parley/prepaid/:id/accept/',
    'POST /api/user/me/become-influencer/',
    'POST /api/ws-ticket/',
    'PUT /api/influencer/me/availability/',
  ])
})
