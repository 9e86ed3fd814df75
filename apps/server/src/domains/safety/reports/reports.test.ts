import {
  type NewReportAnswer,
  type Page,
  REPORTS_A_DAY_MAX,
  type SessionRequest,
  type StaffCase,
  type StaffFound,
  type StaffReport,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
  desk = await staffMember(t, 'mod', 'moderator')
})
afterAll(() => t?.close())

const PREPAID = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
let made = 0
async function pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
  made++
  return { fan: await t.fan(`fan${made}`), star: await t.influencer(`star${made}`) }
}

type Subject = 'user' | 'request' | 'event'
const report = (by: TestPerson, kind: Subject, id: string, more: object = {}) =>
  t.call<NewReportAnswer>(by, 'POST /api/reports/', {
    ...{ about: { kind, id }, reason: 'harassment', text: 'They shouted at me', uuid: crypto.randomUUID() },
    ...more,
  })
const queue = async (state = 'open') =>
  (await t.call<Page<StaffReport>>(desk.person, `GET /api/staff/reports/?state=${state}&page_size=100`)).body
    .results
const look = (id: string, by = desk.person) => t.call<StaffCase>(by, `GET /api/staff/reports/${id}/`)
const decide = (id: string, more: object = {}, by = desk.person) =>
  t.call<{ detail: string }>(by, `POST /api/staff/reports/${id}/decide/`, {
    ...{ decision: 'upheld', reason: 'It is plain from what was written', version: 0 },
    ...more,
  })
async function mailsTo(person: TestPerson): Promise<string[]> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  return (await t.call<Page<{ subject: string }>>(null, path)).body.results.map(mail => mail.subject)
}

test('a call, a person and an event are reported; the desk reads the oldest first, with what was there to see', async () => {
  const { fan, star } = await pair()
  const event = await eventCaller(t).create(star)
  const paid = await t.bookAndPay(fan, star)
  const ids = []
  for (const [kind, id] of [
    ['request', paid.slug],
    ['user', star.id],
    ['event', event.slug],
  ] as const) {
    const answer = await report(fan, kind, id)
    expect(answer.status).toBe(201)
    ids.push(answer.body.id)
  }
  const listed = (await queue()).filter(row => row.reporter.username === fan.username)
  expect(listed.map(row => row.id)).toEqual(ids)
  expect(listed.map(row => [row.about, row.reported.username])).toEqual([
    ['request', star.username],
    ['user', star.username],
    ['event', star.username],
  ])
  const [first = '', , last = ''] = ids
  expect((await look(last)).body.facts).toMatchObject({ title: event.title })
  const seen = (await look(first)).body
  expect(seen).toMatchObject({
    ...{ text: 'They shouted at me', facts: { description: paid.description, amount: '25.00' } },
    reported_story: { username: star.username, reports_about: { all: 3, upheld: 0 } },
    request: { slug: paid.slug, buyer: { username: fan.username }, attendance: { used: 0 } },
  })
  expect(seen.request?.money.lines.map(line => line.what)).toContain('charged')
  expect(seen.request?.history.map(change => change.action)).toContain('payment_succeeded')
})

test('what one may not see cannot be reported; a block and a private profile stand in nobody’s way who met the other', async () => {
  const { fan, star } = await pair()
  const stranger = await t.fan(`stranger${made}`)
  const paid = await t.bookAndPay(fan, star)
  expect((await report(stranger, 'request', paid.slug)).status).toBe(404)
  expect((await report(stranger, 'request', paid.id)).status).toBe(404)
  expect((await report(fan, 'user', fan.id)).status).toBe(404)
  expect((await report(fan, 'user', 'nobody')).status).toBe(404)
  expect((await report(star, 'event', 'no-such-event')).status).toBe(404)
  await t.call(star, 'PATCH /api/user/me/', { public_profile: false })
  await t.call(star, `POST /api/user/${fan.id}/block/`)
  await t.call(star, `POST /api/user/${stranger.id}/block/`)
  expect((await report(stranger, 'user', star.id)).status).toBe(404)
  expect((await report(fan, 'user', star.id)).status).toBe(201)
  expect((await report(star, 'user', fan.id)).status).toBe(201)
})

test('who has a prepaid link can report its buyer, whose profile is private, until somebody accepted it', async () => {
  const { fan, star } = await pair()
  const stranger = await t.fan(`reader${made}`)
  await t.call(fan, 'PATCH /api/user/me/', { public_profile: false })
  expect((await report(stranger, 'user', fan.id)).status).toBe(404)
  const link = (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', PREPAID)).body
  await t.confirm((await t.pay(fan, link)).body)
  await t.server.doDueWork()
  const barred = await t.fan(`barred${made}`)
  await t.call(fan, `POST /api/user/${barred.id}/block/`)
  expect((await report(barred, 'user', fan.id)).status).toBe(404)
  expect((await report(stranger, 'user', fan.id)).status).toBe(201)
  expect((await t.call(star, `POST /api/parley/prepaid/${link.id}/accept/`)).status).toBe(200)
  const late = await t.fan(`late${made}`)
  expect((await report(late, 'user', fan.id)).status).toBe(404)
  expect((await report(star, 'user', fan.id)).status).toBe(201)
})

test('one key makes one report, also at once over two processes, and a day has a limit', async () => {
  const { fan, star } = await pair()
  const other = await t.openAnother()
  const body = { about: { kind: 'user', id: star.id }, reason: 'spam', uuid: 'the-same' }
  const answers = await Promise.all(
    [t, other, t, other, t].map(server => server.call<{ id: string }>(fan, 'POST /api/reports/', body)),
  )
  expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
  expect((await report(fan, 'user', star.id, { uuid: 'the-same' })).status).toBe(409)
  const rest = await Promise.all(
    Array.from({ length: REPORTS_A_DAY_MAX + 3 }, (_, each) =>
      (each % 2 === 0 ? t : other).call(fan, 'POST /api/reports/', { ...body, uuid: `more-${each}` }),
    ),
  )
  expect(rest.filter(answer => answer.status === 201).length).toBe(REPORTS_A_DAY_MAX - 1)
  expect(rest.filter(answer => answer.status === 429).length).toBe(4)
  await other.close()
  await t.advance(86_400)
  expect((await report(fan, 'user', star.id)).status).toBe(201)
})

test('a decision is made once, by somebody who is no part of it, and told to the reporter alone', async () => {
  await desk.stepUp()
  const { fan, star } = await pair()
  const { id } = (await report(fan, 'user', star.id)).body
  expect((await decide(id, { reason: 'short' })).status).toBe(400)
  expect((await decide(id, { version: 3 })).status).toBe(409)
  const other = await t.openAnother()
  const both = await Promise.all([decide(id), decide(id, { decision: 'dismissed' })])
  await other.close()
  expect(both.map(answer => answer.status).sort()).toEqual([204, 409])
  expect(await mailsTo(fan)).toContain('We have looked at your report')
  expect((await mailsTo(star)).join()).not.toContain('report')
  expect((await queue('decided'))[0]).toMatchObject({ id, state: 'decided', version: 1 })
  const actions = await t.server.database.pool.query(
    `select act, reason from staff_actions where about_id = $1 order by created_at`,
    [id],
  )
  expect(actions.rows).toEqual([{ act: 'decide_report', reason: 'It is plain from what was written' }])
})

test('staff decide no report of their own, and read none about them', async () => {
  const own = await staffMember(t, 'modest', 'moderator')
  const { fan, star } = await pair()
  const about = (await report(fan, 'user', own.person.id)).body.id
  expect((await look(about, own.person)).status).toBe(404)
  const listed = await t.call<Page<StaffReport>>(own.person, 'GET /api/staff/reports/?page_size=100')
  expect(listed.body.results.some(row => row.id === about)).toBe(false)
  expect((await decide(about, {}, own.person)).status).toBe(403)
  const mine = (await report(own.person, 'user', star.id)).body.id
  expect((await decide(mine, {}, own.person)).status).toBe(403)
})

test('the money of a reported call waits for the desk, and the reporter is told so only while it does', async () => {
  const { fan, star } = await pair()
  const paid = await t.bookAndPay(fan, star)
  await t.server.database.pool.query(
    `update session_requests set state = 'completed', outcome = 'served', settled_by = 'used_up', begun_at = $2,
       ended_at = $2, due_at = $2 where id = $1`,
    [paid.id, t.clock.now()],
  )
  const uuid = 'money-waits'
  const { id, money_waits } = (await report(fan, 'request', paid.slug, { uuid })).body
  expect(money_waits).toBe(true)
  expect((await report(fan, 'request', paid.slug, { uuid })).body).toEqual({ id, money_waits: true })
  expect((await report(fan, 'user', star.id)).body.money_waits).toBe(false)
  const released = async () =>
    (await t.server.database.pool.query('select released_at from session_requests where id = $1', [paid.id]))
      .rows[0].released_at
  await t.advance(49 * 3600)
  expect(await released()).toBeNull()
  await desk.stepUp()
  expect((await decide(id, { decision: 'dismissed' })).status).toBe(204)
  await t.advance(3600)
  expect(await released()).not.toBeNull()
  for (const by of [fan, star])
    expect((await report(by, 'request', paid.slug)).body).toMatchObject({ money_waits: false })
  expect((await report(fan, 'request', paid.slug, { uuid })).body).toEqual({ id, money_waits: false })
  const unpaid = (await t.book(fan, star)).body
  expect((await report(fan, 'request', unpaid.slug)).body.money_waits).toBe(false)
  expect(await t.breaches()).toEqual([])
})

test('the desk finds a person and a call by what somebody tells on the telephone', async () => {
  await desk.stepUp()
  const { fan, star } = await pair()
  const paid = await t.bookAndPay(fan, star)
  const intent = await t.server.database.pool.query('select intent_id from payments where request_id = $1', [
    paid.id,
  ])
  const find = async (q: string) =>
    (await t.call<StaffFound>(desk.person, `GET /api/staff/people/?q=${encodeURIComponent(q)}`)).body
  for (const q of [fan.username, `@${fan.username}`, `${fan.username}@example.org`])
    expect((await find(q)).people.map(person => person.username)).toContain(fan.username)
  for (const q of [paid.slug, paid.id, `${t.origin}/chat/${paid.slug}/`, String(intent.rows[0].intent_id)])
    expect((await find(q)).requests).toMatchObject([{ slug: paid.slug, amount: '25.00' }])
  expect(await find('100%')).toEqual({ people: [], requests: [] })
  const words = await t.server.database.pool.query(`select * from staff_actions where act = 'search'`)
  expect(JSON.stringify(words.rows)).not.toContain('example.org')
})

test('what somebody reported is in their export, and nothing of who reported them', async () => {
  const { fan, star } = await pair()
  await report(fan, 'user', star.id)
  const own = await t.call<{ reports: { text: string }[] }>(fan, 'GET /api/user/me/export/')
  expect(own.body.reports).toMatchObject([{ text: 'They shouted at me', decision: null }])
  const others = await t.call(star, 'GET /api/user/me/export/')
  expect(JSON.stringify(others.body)).not.toContain('shouted')
})
