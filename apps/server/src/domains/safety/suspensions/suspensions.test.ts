import {
  APPEAL_WITHIN_MS,
  type Influencer,
  messages,
  type Page,
  type SessionRequest,
  type StaffAppeal,
  type StaffStandingPerson,
} from '@parley/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventBooker, eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { countedElsewhere as countedBy } from '../../../testing/written-intervals.ts'
import { payoutHold } from '../../requests/public.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
let second: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  desk = await staffMember(t, 'mod', 'moderator')
  second = await staffMember(t, 'other-mod', 'moderator')
})
afterAll(() => t?.close())

let made = 0
async function pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
  made++
  await desk.stepUp()
  return { fan: await t.fan(`fan${made}`), star: await t.influencer(`star${made}`) }
}

const REASON = 'They threatened a fan in a call'
const standing = async (id: string) =>
  (await t.call<StaffStandingPerson>(desk.person, `GET /api/staff/people/${id}/`)).body
async function act(what: 'suspend' | 'restore', whom: TestPerson, more: object = {}, by = desk) {
  const { version } = await standing(whom.id)
  return t.call<{ waits_for?: string }>(by.person, `POST /api/staff/people/${whom.id}/${what}/`, {
    ...{ reason: REASON, version },
    ...more,
  })
}
const logIn = (person: TestPerson) =>
  t.call<{ detail: string }>(null, 'POST /api/auth/jwt/create/', {
    ...{ email: `${person.username}@example.org`, password: 'correct horse battery' },
  })
const meWith = async (access: string) =>
  (await fetch(`${t.origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })).status
const look = async (by: TestPerson | null, path: `/${string}`) => (await t.call(by, `GET ${path}`)).status
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
async function mailTo(person: TestPerson, subject: string): Promise<string> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  const { results } = (await t.call<Page<{ subject: string; text: string }>>(null, path)).body
  return results.find(mail => mail.subject === subject)?.text ?? ''
}
async function audited() {
  expect(await t.breaches()).toEqual([])
}

test('who is suspended is out at once, is there for nobody, reads why, and is back at the end', async () => {
  const { fan, star } = await pair()
  const event = await eventCaller(t).create(star)
  const paths = [
    `/api/parley/${star.username}/`,
    `/api/user/get_user/${star.username}/`,
    `/api/parley/${event.slug}/event/`,
  ] as const
  const seen = async () =>
    Promise.all([...paths.map(path => look(fan, path)), ...paths.map(path => look(null, path))])
  const found = async () =>
    (await t.call<Page<unknown>>(null, `GET /api/explore/?q=${star.username}`)).body.count
  expect(await seen()).toEqual([200, 200, 200, 200, 200, 200])
  const until = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
  expect((await act('suspend', star, { until })).status).toBe(204)
  expect(await meWith(star.access)).toBe(401)
  expect(await logIn(star)).toMatchObject({ status: 403, body: { detail: messages.suspended } })
  expect((await t.call(null, 'POST /api/auth/jwt/refresh/', { refresh: star.refresh })).status).toBe(401)
  expect(await seen()).toEqual([404, 404, 404, 404, 404, 404])
  expect(await found()).toBe(0)
  expect(
    (
      await t.call(fan, `POST /api/parley/${star.username}/parley_request/`, {
        amount: '25.00',
        duration: 900,
      })
    ).status,
  ).toBe(404)
  const mail = await mailTo(star, 'Your account is suspended')
  expect(mail).toContain(REASON)
  expect(mail).toContain('within 14 days')
  await t.advance(86_400)
  expect((await logIn(star)).status).toBe(200)
  expect((await seen()).slice(0, 2)).toEqual([200, 200])
  expect(await mailTo(star, 'Your account is open again')).toContain('You can log in as before')
})

test.each([
  ['influencer', 'rejected'],
  ['buyer', 'cancelled'],
] as const)(
  'what is open of a suspended %s ends as %s, all back, and unpaid ones with it',
  async (who, state) => {
    const { fan, star } = await pair()
    const paid = await t.bookAndPay(fan, star)
    const unpaid = (await t.book(fan, star)).body
    const whom = who === 'buyer' ? fan : star
    const reader = who === 'buyer' ? star : fan
    expect((await act('suspend', whom)).status).toBe(204)
    await t.server.doDueWork()
    expect(await t.request(reader, paid.slug)).toMatchObject({ state, payment: { status: 'refunded' } })
    const left = await sql(
      `select id from session_requests where id = any($1) and state in ('offered', 'accepted')`,
      [paid.id, unpaid.id],
    )
    expect(left.rows).toEqual([])
    await audited()
  },
)

test('events of a suspended influencer are cancelled, and each place gets its money back', async () => {
  const { fan, star } = await pair()
  const events = eventCaller(t)
  const event = await events.create(star, { amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  await act('suspend', star)
  await t.server.doDueWork()
  expect((await t.request(fan, place.slug)).payment.status).toBe('refunded')
  const [row] = (await sql('select state from live_events where id = $1', event.id)).rows
  expect(row).toEqual({ state: 'cancelled' })
  await audited()
})

test('those whose suspension was lifted at once, and who have events, hold up nobody', async () => {
  const events = eventCaller(t)
  for (let nth = 0; nth < 20; nth++) {
    const { star: innocent } = await pair()
    const event = await events.create(innocent)
    await act('suspend', innocent)
    expect((await act('restore', innocent)).status).toBe(204)
    await t.server.doDueWork()
    const [row] = (await sql('select state from live_events where id = $1', event.id)).rows
    expect(row).toEqual({ state: 'scheduled' })
  }
  await t.advance(61)
  const { star } = await pair()
  const event = await events.create(star)
  await act('suspend', star)
  await t.server.doDueWork()
  const [row] = (await sql('select state from live_events where id = $1', event.id)).rows
  expect(row).toEqual({ state: 'cancelled' })
})

test('a call that has begun is cut: what was used stays earned, what was not goes back', async () => {
  const { fan, star } = await pair()
  const paid = await t.bookAndPay(fan, star)
  const at = t.clock.now()
  await sql(`update session_requests set state = 'accepted', begun_at = $2 where id = $1`, paid.id, at)
  await sql('insert into call_rooms (id, epoch) values ($1, 1)', paid.id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'platform')`,
    ...[paid.id, at, new Date(at.getTime() + 300_000)],
  )
  await act('suspend', star)
  await t.server.doDueWork()
  expect(await t.request(fan, paid.slug)).toMatchObject({
    ...{ state: 'completed', outcome: 'part_served' },
    payment: { status: 'partly_refunded', refunded_amount: '16.67' },
  })
  await audited()
})

/** Paid time that another process counts just now: 298 s of it are proven, and it continues. */
const countedElsewhere = (roomId: string) =>
  countedBy(t, roomId, { fromMs: t.clock.now().getTime() - 298_000, provenSeconds: 298 })

test.each(['influencer', 'buyer'] as const)(
  'a running call of a suspended %s is settled when its paid time has ended, by all of that time',
  async who => {
    const { fan, star } = await pair()
    const paid = await t.bookAndPay(fan, star)
    const now = t.clock.now()
    await sql(`update session_requests set state = 'accepted', begun_at = $2 where id = $1`, paid.id, now)
    const counted = await countedElsewhere(paid.id)
    await act('suspend', who === 'buyer' ? fan : star)
    await t.server.doDueWork()
    const reader = who === 'buyer' ? star : fan
    expect(await t.request(reader, paid.slug)).toMatchObject({
      state: 'accepted',
      payment: { refunded_amount: '0.00' },
    })
    await counted.end(301)
    await t.server.doDueWork()
    // Of 900 s for 25.00 the last 599 go back.
    expect(await t.request(reader, paid.slug)).toMatchObject({
      ...{ state: 'completed', outcome: 'part_served' },
      payment: { refunded_amount: '16.64' },
    })
    await audited()
  },
)

test('a running event of a suspended influencer ends when its paid time has ended, and so do its places', async () => {
  const { fan, star } = await pair()
  const events = eventCaller(t)
  const event = await events.create(star, { amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  const now = t.clock.now()
  await sql(`update live_events set state = 'live', begun_at = $2 where id = $1`, event.id, now)
  await sql(`update session_requests set state = 'accepted', begun_at = $2 where id = $1`, place.id, now)
  const counted = await countedElsewhere(event.id)
  await act('suspend', star)
  await t.server.doDueWork()
  expect((await t.request(fan, place.slug)).state).toBe('accepted')
  await counted.end(301)
  await t.server.doDueWork()
  expect(await t.request(fan, place.slug)).toMatchObject({
    ...{ state: 'completed', outcome: 'part_served' },
    payment: { refunded_amount: '2.99' },
  })
  await audited()
})

test('a call of a suspended person whose paid time does not end is settled after a minute, by what is proven', async () => {
  const { fan, star } = await pair()
  const paid = await t.bookAndPay(fan, star)
  const now = t.clock.now()
  await sql(`update session_requests set state = 'accepted', begun_at = $2 where id = $1`, paid.id, now)
  const counted = await countedElsewhere(paid.id)
  await act('suspend', star)
  await t.advance(61)
  expect(await t.request(fan, paid.slug)).toMatchObject({
    state: 'completed',
    payment: { refunded_amount: '16.73' },
  })
  await counted.end(298)
  await audited()
})

test('one appeal, within 14 days, decided by somebody else; a lifted suspension opens the account', async () => {
  const { star } = await pair()
  await act('suspend', star)
  const mail = await mailTo(star, 'Your account is suspended')
  const token = /appeal#token=(\S+)/.exec(mail)?.[1] ?? ''
  const appeal = (text: string, by = token) => t.call(null, 'POST /api/appeals/', { token: by, text })
  expect((await appeal('short')).status).toBe(400)
  expect((await appeal('It was not me, it was my brother', 'unknown')).status).toBe(400)
  expect((await appeal('It was not me, it was my brother')).status).toBe(204)
  expect((await appeal('And another thing that I forgot')).status).toBe(400)
  await second.stepUp()
  const listed = await t.call<Page<StaffAppeal>>(desk.person, 'GET /api/staff/appeals/')
  const mine = listed.body.results.find(row => row.person.username === star.username)
  expect(mine).toMatchObject({ is_own: true, text: 'It was not me, it was my brother' })
  const decide = (by: TestStaff, decision: string) =>
    t.call(by.person, `POST /api/staff/appeals/${mine?.id}/decide/`, {
      ...{ decision, reason: 'The brother has written to us', version: 0 },
    })
  expect((await decide(desk, 'lifted')).status).toBe(403)
  const both = await Promise.all([decide(second, 'lifted'), decide(second, 'lifted')])
  expect(both.map(answer => answer.status).sort()).toEqual([204, 409])
  expect((await logIn(star)).status).toBe(200)
})

test('an appeal comes too late after 14 days', async () => {
  const { star } = await pair()
  await act('suspend', star)
  const token = /appeal#token=(\S+)/.exec(await mailTo(star, 'Your account is suspended'))?.[1]
  await t.advance(APPEAL_WITHIN_MS / 1000 + 1)
  expect((await t.call(null, 'POST /api/appeals/', { token, text: 'I was away for a month' })).status).toBe(
    400,
  )
})

test('a ban is lifted by two; a stale look, an own account and an end that is past are refused', async () => {
  const { star } = await pair()
  await second.stepUp()
  const past = new Date(t.clock.now().getTime() - 1).toISOString()
  expect((await act('suspend', star, { until: past })).status).toBe(400)
  expect((await act('suspend', star, { version: 7 })).status).toBe(409)
  // Their own page is not shown to them, so they can only guess its version.
  expect((await act('suspend', desk.person, { version: 0 })).status).toBe(403)
  expect((await act('suspend', star, { kind: 'banned' })).status).toBe(204)
  expect(await act('restore', star)).toMatchObject({ status: 202, body: { waits_for: 'second_person' } })
  expect((await act('restore', star)).status).toBe(202)
  expect((await logIn(star)).status).toBe(403)
  // Attack: a minute's suspension instead of the ban, by one alone.
  const soon = new Date(t.clock.now().getTime() + 60_000).toISOString()
  expect((await act('suspend', star, { until: soon }, second)).status).toBe(409)
  expect((await standing(star.id)).suspension?.lift_asked).toBe(true)
  expect((await act('restore', star, {}, second)).status).toBe(204)
  expect((await logIn(star)).status).toBe(200)
})

test('a suspension races with bookings, claims, payments and places over two processes: nothing open is left', async () => {
  const other = await t.openAnother()
  for (let round = 0; round < 3; round++) {
    const { fan, star } = await pair()
    const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
    const prepaid = (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)).body
    await t.confirm((await t.pay(fan, prepaid)).body)
    const booked = (await t.book(fan, star)).body
    const paying = (await t.pay(fan, booked)).body
    const events = eventCaller(t)
    const evening = await events.create(star)
    const place = (await events.bookPlace(fan, await events.create(star, { title: 'Endgames' }))).body
    const payingPlace = (await t.pay(fan, place)).body
    const { version } = await standing(star.id)
    await Promise.all([
      other.book(fan, star),
      eventBooker(other).bookPlace(fan, evening),
      t.confirm(payingPlace),
      t.confirm(paying),
      other.call(star, `POST /api/parley/prepaid/${prepaid.id}/accept/`),
      t.call(desk.person, `POST /api/staff/people/${star.id}/suspend/`, { reason: REASON, version }),
      t.book(fan, star),
    ])
    for (let again = 0; again < 2; again++)
      await Promise.all([t.server.doDueWork(), other.server.doDueWork()])
    const left = await sql(
      `select request_type, state from session_requests
       where influencer_id = $1 and state in ('offered', 'accepted')`,
      star.id,
    )
    expect(left.rows).toEqual([])
  }
  await other.close()
  await audited()
})

test('the images of a suspended person are not found by a person who knows their addresses, and are back afterwards', async () => {
  const { star } = await pair()
  const drawn = sharp({ create: { width: 80, height: 60, channels: 3, background: '#5138E0' } })
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' }),
    'face.png',
  )
  const page = await t.call<Influencer>(star, `PATCH /api/influencer/${star.username}/`, form)
  const address = page.body.profile.picture ?? 'none'
  const send = async (headers: Record<string, string>) => {
    const answer = await fetch(t.origin + address, { headers })
    await answer.arrayBuffer()
    return answer
  }
  const etag = (await send({})).headers.get('etag') ?? 'none'
  const seen = async () => [(await send({})).status, (await send({ 'if-none-match': etag })).status]
  expect(await seen()).toEqual([200, 304])
  await act('suspend', star)
  await expect.poll(seen, { timeout: 60_000 }).toEqual([404, 404])
  await act('restore', star)
  await expect.poll(seen, { timeout: 60_000 }).toEqual([200, 304])
})

test('what a suspended person earned stays theirs, and waits', async () => {
  const { star } = await pair()
  const wait = async () => {
    return payoutHold(t.clock)(t.server.database.db, star.id)
  }
  expect(await wait()).toBeNull()
  await act('suspend', star, { kind: 'banned' })
  expect(await wait()).toBe('suspended')
  await t.advance(120 * 86_400)
  expect(await wait()).toBeNull()
})
