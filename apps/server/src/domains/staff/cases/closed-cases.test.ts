import type { Page, StaffAppeal, StaffDispute, StaffProblem, StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { completeCall } from '../../requests/public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

const REASON = 'Our record of the call shows it'
let t: TestServer
let finance: TestStaff
let moderator: TestStaff
let second: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  finance = await staffMember(t, 'closed-finance', 'finance')
  moderator = await staffMember(t, 'closed-mod', 'moderator')
  second = await staffMember(t, 'closed-second', 'moderator')
})
afterAll(() => t?.close())
beforeEach(async () => {
  for (const each of [finance, moderator, second]) await each.stepUp()
})

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<Record<string, unknown>>(text, values)).rows

type List = 'problems/' | 'appeals/' | 'disputes/'
async function listed<Row>(by: TestStaff, list: List, query = ''): Promise<Row[]> {
  const { status, body } = await t.call<Page<Row>>(by.person, `GET /api/staff/${list}${query as ''}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results
}
const problemsOf = (query?: string) => listed<StaffProblem>(finance, 'problems/', query)
const appealsOf = (query?: string) => listed<StaffAppeal>(second, 'appeals/', query)
/** The last row of the staff audit of somebody. */
const lastLook = async ({ person }: TestStaff) =>
  (
    await sql('select act, after from staff_actions where staff_id = $1 order by id desc limit 1', person.id)
  )[0]

/** A call that has ended, of which its buyer says that something was wrong. */
async function reported(fan: TestPerson, star: TestPerson, kind: StaffProblem['kind']): Promise<string> {
  t.clock.advance(1)
  const call = await t.bookAndPay(fan, star)
  await completeCall(t.server.domains.requests, call.id)
  const said = await t.call<{ id: string }>(fan, `POST /api/parley/${call.slug}/problem/`, { kind })
  expect(said.status).toBe(201)
  return said.body.id
}
async function settle(id: string, back: string): Promise<void> {
  t.clock.advance(1)
  const { version } = (await problemsOf()).find(each => each.id === id) ?? {}
  const act = { back, reason: REASON, version }
  expect((await t.call(finance.person, `POST /api/staff/problems/${id}/decide/`, act)).status).toBe(200)
}

/** Somebody who is suspended and appeals. */
async function appealed(name: string): Promise<TestPerson> {
  const star = await t.influencer(name)
  t.clock.advance(1)
  const act = { reason: 'They threatened a fan in a call', version: 0 }
  const path = `POST /api/staff/people/${star.id}/suspend/` as const
  expect((await t.call(moderator.person, path, act)).status).toBe(204)
  await t.server.doDueWork()
  const mails = `GET /sandbox/mail/?as=json&to=${name}@example.org` as const
  const texts = (await t.call<Page<{ text: string }>>(null, mails)).body.results.map(({ text }) => text)
  const token = /appeal#token=(\S+)/.exec(texts.join('\n'))?.[1]
  const appeal = { token, text: 'It was not me, it was my brother' }
  expect((await t.call(null, 'POST /api/appeals/', appeal)).status).toBe(204)
  return star
}
async function decide(star: TestPerson, decision: 'lifted' | 'upheld', reason: string): Promise<void> {
  t.clock.advance(1)
  const { id, version } = (await appealsOf()).find(each => each.person.id === star.id) ?? {}
  const act = { decision, reason, version }
  expect((await t.call(second.person, `POST /api/staff/appeals/${id}/decide/`, act)).status).toBe(204)
}
/** Lifts a suspension on the page of its person, which decides the appeal too. */
async function restore(star: TestPerson, reason: string): Promise<void> {
  t.clock.advance(1)
  const path = `/api/staff/people/${star.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(second.person, `GET ${path}`)).body
  expect((await t.call(second.person, `POST ${path}restore/`, { reason, version })).status).toBe(204)
}

test('closed problems are listed the last decided first, with what went back, why and when, and without who decided', async () => {
  const [fan, star] = [await t.fan('problem-fan'), await t.influencer('problem-star')]
  const first = await reported(fan, star, 'quality')
  const refunded = await reported(fan, star, 'quality')
  const unpaid = await reported(fan, star, 'conduct')
  const byRecord = await reported(fan, star, 'cut_short')
  // The one that was reported last is settled first.
  await settle(unpaid, '0.00')
  await settle(refunded, '10.00')
  const at = t.clock.now().toISOString()
  const closed = await problemsOf('?state=closed')
  expect(closed.map(({ id }) => id)).toEqual([refunded, unpaid, byRecord])
  const [settled] = await sql('select * from problems where id = $1', refunded)
  const [call] = await sql('select slug from session_requests where id = $1', settled?.request_id)
  expect(closed[0]).toEqual({
    ...{ id: refunded, version: 2, kind: 'quality', text: null, reporter: 'problem-fan' },
    ...{ request_id: settled?.request_id, request_slug: call?.slug, at: expect.any(String) },
    decision: { decision: 'by_staff', back: '10.00', reason: REASON, at },
  })
  expect(closed[1]?.decision).toMatchObject({ decision: 'by_staff', back: '0.00', reason: REASON })
  expect(closed[2]?.decision).toMatchObject({ decision: 'by_record', reason: null })
  expect(JSON.stringify(closed)).not.toMatch(new RegExp(`closed-finance|${finance.person.id}`))
  const shown = { people: expect.arrayContaining([fan.id, star.id]), requests: expect.any(Array) }
  expect(await lastLook(finance)).toEqual({ act: 'look_problems', after: shown })
  // The open ones are as before, with and without the word.
  const open = await problemsOf('?state=open')
  expect(open.map(({ id }) => id)).toEqual([first])
  expect(await problemsOf()).toEqual(open)
  const fields = ['id', 'version', 'kind', 'text', 'reporter', 'request_id', 'request_slug', 'at']
  expect(Object.keys(open[0] ?? {}).sort()).toEqual(fields.sort())
})

test.each(['open', 'closed'] as const)(
  'a party of a call reads no %s problem of it at the desk',
  async state => {
    const star = await t.influencer(`party-star-${state}`)
    const id = await reported(await t.fan(`party-fan-${state}`), star, 'quality')
    if (state === 'closed') await settle(id, '5.00')
    const sees = async () => (await problemsOf(`?state=${state}&page_size=100`)).some(each => each.id === id)
    expect(await sees()).toBe(true)
    for (const side of ['buyer_id', 'influencer_id', 'attendee_id']) {
      const ofCall = 'where id = (select request_id from problems where id = $1)'
      const [call] = await sql(`select ${side} as person from session_requests ${ofCall}`, id)
      const set = `update session_requests set ${side} = $2 ${ofCall}`
      await sql(set, id, finance.person.id)
      expect(await sees(), side).toBe(false)
      await sql(set, id, call?.person)
    }
  },
)

test.each(['open', 'closed'] as const)(
  'a party of a call reads no %s dispute of it at the desk',
  async state => {
    const star = await t.influencer(`disputed-star-${state}`)
    const call = await t.bookAndPay(await t.fan(`disputed-fan-${state}`), star)
    const dispute = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(call))
    await t.server.doDueWork()
    if (state === 'closed') t.sandbox.faults.closeDispute(dispute, 'lost')
    await t.server.doDueWork()
    const sees = async () =>
      (await listed<StaffDispute>(finance, 'disputes/', `?state=${state}`)).some(({ id }) => id === dispute)
    expect(await sees()).toBe(true)
    for (const side of ['buyer_id', 'influencer_id', 'attendee_id']) {
      const [row] = await sql(`select ${side} as person from session_requests where id = $1`, call.id)
      const set = `update session_requests set ${side} = $2 where id = $1`
      await sql(set, call.id, finance.person.id)
      expect(await sees(), side).toBe(false)
      await sql(set, call.id, row?.person)
    }
  },
)

test('closed appeals are listed the last decided first, with the decision, why and when, and without who decided', async () => {
  const [waits, lifted, upheld, restored] = [
    await appealed('appeal-waits'),
    await appealed('appeal-lifted'),
    await appealed('appeal-upheld'),
    await appealed('appeal-restored'),
  ]
  await decide(upheld, 'upheld', 'The chat of the call shows it')
  await restore(restored, 'The fan has told us the opposite')
  await decide(lifted, 'lifted', 'The brother has written to us')
  const at = t.clock.now().toISOString()
  const closed = await appealsOf('?state=closed')
  expect(closed.map(({ person, state, decision }) => [person.id, state, decision])).toEqual([
    [lifted.id, 'decided', { decision: 'lifted', reason: 'The brother has written to us', at }],
    [
      ...[restored.id, 'decided'],
      { decision: 'lifted', reason: 'The fan has told us the opposite', at: expect.any(String) },
    ],
    [
      ...[upheld.id, 'decided'],
      { decision: 'upheld', reason: 'The chat of the call shows it', at: expect.any(String) },
    ],
  ])
  expect(JSON.stringify(closed)).not.toMatch(new RegExp(`closed-second|${second.person.id}`))
  const people = [lifted, restored, upheld].map(({ id }) => id)
  expect(await lastLook(second)).toEqual({ act: 'look_appeals', after: { people, requests: [] } })
  // The open ones are as before, with and without the word.
  const open = await appealsOf('?state=open')
  expect(open.map(({ person, state }) => [person.id, state])).toEqual([[waits.id, 'open']])
  expect(await appealsOf()).toEqual(open)
  const fields = ['id', 'version', 'state', 'at', 'text', 'person', 'suspension', 'is_own', 'is_party']
  expect(Object.keys(open[0] ?? {}).sort()).toEqual(fields.sort())
  // Nobody reads there how their own was decided.
  await sql('update suspensions set user_id = $1 where user_id = $2', second.person.id, upheld.id)
  expect((await appealsOf('?state=closed')).map(({ person }) => person.id)).toEqual([lifted.id, restored.id])
})

test.each([
  ['problems', () => finance],
  ['appeals', () => second],
] as const)('an unknown state of the %s is refused', async (list, by) => {
  for (const state of ['settled', 'decided', '', 'OPEN']) {
    const path = `GET /api/staff/${list}/?state=${state}` as const
    expect(await t.call(by().person, path), state).toMatchObject({
      status: 400,
      body: { state: expect.anything() },
    })
  }
})
