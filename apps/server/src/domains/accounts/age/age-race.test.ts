import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import {
  type Answer,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

const ADULT = '1990-02-28'
const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ env: { MIN_AGE: '18' }, connections: 12 })
  desk = await staffMember(t, 'racing-ages', 'moderator')
  await desk.stepUp()
})
afterAll(() => t?.close())

let made = 0
/** A buyer and an influencer who are of age, as far as is known. */
async function pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
  made++
  const people = { fan: await t.fan(`racer${made}`), star: await t.influencer(`raced${made}`) }
  for (const each of [people.fan, people.star])
    await t.call(each, 'POST /api/user/me/birth-date/', { date: ADULT })
  return people
}

/** The desk writes that a person is sixteen. */
function correct(person: TestPerson) {
  const day = t.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() - 16)
  return t.call(desk.person, `POST /api/staff/people/${person.id}/birth-date/`, {
    ...{ date: day.toISOString().slice(0, 10), reason: 'They sent us their passport', version: 1 },
  })
}

const waiting = async () => {
  const { rows } = await t.server.database.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/** Stops everybody else who takes this lock, until it is let go. */
async function held(lock: string, values: unknown[]): Promise<() => Promise<void>> {
  const connection = await t.server.database.pool.connect()
  await connection.query('begin')
  await connection.query(lock, values)
  return async () => {
    await connection.query('commit')
    connection.release()
  }
}
/** A booking writes its payment after it has asked for the age. */
const paymentsHeld = () => held('lock table payments in share row exclusive mode', [])
const requestOf = (id: string) => held('select 1 from session_requests where id = $1 for update', [id])

/** What is open of somebody, and not yet ended by what the correction left to do. */
async function openOf({ id }: TestPerson): Promise<unknown[]> {
  await t.server.doDueWork()
  const { rows } = await t.server.database.pool.query(
    `select request_type, state from session_requests
     where $1 in (buyer_id, influencer_id, attendee_id) and state in ('offered', 'accepted')`,
    [id],
  )
  return rows
}

const prepaid = async (fan: TestPerson) => {
  const link = (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', LINK)).body
  await t.confirm((await t.pay(fan, link)).body)
  await t.server.doDueWork()
  return link
}

describe('an age that is corrected while something is booked', () => {
  const bookings: [
    string,
    'fan' | 'star',
    (of: { fan: TestPerson; star: TestPerson }) => Promise<Answer<unknown>>,
  ][] = [
    ['a call by the buyer', 'fan', ({ fan, star }) => t.book(fan, star)],
    ['a call with the influencer', 'star', ({ fan, star }) => t.book(fan, star)],
    ['a prepaid link by the buyer', 'fan', ({ fan }) => t.call(fan, 'POST /api/parley/prepaid-link/', LINK)],
    [
      'a place by the buyer',
      'fan',
      async ({ fan, star }) => {
        const events = eventCaller(t)
        return events.bookPlace(fan, await events.create(star))
      },
    ],
  ]

  test.each(bookings)('waits for the booking, and ends it: %s', async (_what, side, book) => {
    const people = await pair()
    const letGo = await paymentsHeld()
    const booking = book(people)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000)
    let isCorrected = false
    const correction = correct(people[side]).finally(() => {
      isCorrected = true
    })
    // Either it waits for the booking, or it has overtaken it, with all that it leaves to do.
    await vi.waitFor(async () => expect(isCorrected || (await waiting()) === 2).toBe(true), 60_000)
    await t.server.doDueWork()
    await letGo()
    expect([(await booking).status, (await correction).status]).toEqual([201, 204])
    expect(await openOf(people[side])).toEqual([])
  })

  test('refuses who accepts a prepaid link, and who accepts a gift, that waited for their turn', async () => {
    const { fan, star } = await pair()
    const friend = (await pair()).fan
    const link = await prepaid(fan)
    const gift = await t.call<{ url: string }>(fan, `POST /api/parley/${link.slug}/session/gift/`, {})
    const token = new URL(gift.body.url).searchParams.get('token')
    const letGo = await requestOf(link.id)
    const accepting = [
      t.call<{ needs?: string }>(star, `POST /api/parley/prepaid/${link.id}/accept/`),
      t.call<{ needs?: string }>(friend, 'POST /api/parley/gift/accept/', { token }),
    ]
    await vi.waitFor(async () => expect(await waiting()).toBe(2), 60_000)
    expect([(await correct(star)).status, (await correct(friend)).status]).toEqual([204, 204])
    await t.server.doDueWork()
    await letGo()
    for (const answer of await Promise.all(accepting))
      expect(answer).toMatchObject({ status: 403, body: { needs: 'age' } })
    expect(await openOf(star)).toEqual([])
    expect(await openOf(friend)).toEqual([])
  })

  test('refuses an event that waited for the profile', async () => {
    const { star } = await pair()
    const letGo = await held('select 1 from profiles where user_id = $1 for update', [star.id])
    const writing = eventCaller(t).write(star, {
      ...{ title: 'Openings', description: 'A talk', amount: '5.00', duration: 60, duration_display: 1 },
    })
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000)
    expect((await correct(star)).status).toBe(204)
    await t.server.doDueWork()
    await letGo()
    expect((await writing).status).toBe(403)
    await t.server.doDueWork()
    const { rows } = await t.server.database.pool.query(
      "select state from live_events where influencer_id = $1 and state in ('scheduled', 'live')",
      [star.id],
    )
    expect(rows).toEqual([])
  })
})
