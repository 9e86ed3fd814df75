import type {
  NewReportAnswer,
  Page,
  StaffAction,
  StaffProblem,
  StaffRequest,
  StaffStandingPerson,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { completeCall } from '../../requests/public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

const REASON = 'It is plain from what was written'
let t: TestServer
/** Who does everything that the audit has, and has nothing to do with anybody. */
let desk: TestStaff
/** An admin without a case, and one who is a party. */
let neutral: TestStaff
let party: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'audit-desk', 'admin')
  neutral = await staffMember(t, 'audit-neutral', 'admin')
  party = await staffMember(t, 'audit-party', 'admin')
})
afterAll(() => t?.close())

async function report(by: TestPerson, id: string): Promise<string> {
  const said = { about: { kind: 'user', id }, reason: 'spam', uuid: crypto.randomUUID() }
  const { status, body } = await t.call<NewReportAnswer>(by, 'POST /api/reports/', said)
  expect(status).toBe(201)
  return body.id
}
async function byDesk<T>(path: string, act?: object): Promise<T> {
  const { status, body } = await t.call<T>(
    desk.person,
    `${act ? 'POST' : 'GET'} /api/staff/${path as ''}`,
    act && { reason: REASON, ...act },
  )
  expect([200, 202, 204], JSON.stringify(body)).toContain(status)
  return body
}
/** What the desk did, as somebody reads it in the audit. */
async function auditOf(by: TestStaff, q?: string): Promise<StaffAction[]> {
  const path = `/api/staff/actions/?page_size=100${q ? `&q=${q}` : ''}`
  const { status, body } = await t.call<Page<StaffAction>>(by.person, `GET ${path as '/'}`)
  expect(status).toBe(200)
  return body.results.filter(({ staff }) => staff === 'audit-desk')
}

test('an admin who was reported finds in the audit neither who did it nor why it was decided so', async () => {
  const reporter = await t.fan('audit-reporter')
  const id = await report(reporter, party.person.id)
  const made = await report(party.person, (await t.fan('audit-reported')).id)
  await byDesk('reports/?page_size=100')
  for (const each of [id, made]) {
    await byDesk(`reports/${each}/`)
    await byDesk(`reports/${each}/decide/`, { decision: 'dismissed', version: 0 })
  }
  const about = (rows: StaffAction[]) => rows.filter(row => [id, made].includes(row.about?.id ?? ''))
  expect(about(await auditOf(neutral)).map(({ act }) => act)).toEqual([
    ...['decide_report', 'look', 'decide_report', 'look'],
  ])
  const read = await auditOf(party)
  expect(about(read)).toEqual([])
  expect(JSON.stringify(read)).not.toMatch(new RegExp(`${reporter.id}|audit-reporter|${REASON}`))
  const lists = (rows: StaffAction[]) => rows.find(({ act }) => act === 'look_reports')?.after
  expect(lists(await auditOf(neutral))).toMatchObject({ people: expect.arrayContaining([reporter.id]) })
  expect(lists(read)).toEqual({ people: [], requests: [] })
  // Nor whether a list showed somebody beside them.
  const found = async (by: TestStaff) => (await auditOf(by, '@audit-reporter')).map(({ act }) => act)
  expect(await found(neutral)).toContain('look_reports')
  expect(await found(party)).toEqual([])
  const own = async () => (await auditOf(party, '@audit-party')).map(({ act }) => act)
  expect(await own()).toContain('look_reports')
  // What others did stays, if they did it about somebody else; and so does what one did oneself.
  expect((await auditOf(party, '@audit-desk')).length).toBeGreaterThan(0)
  const all = await t.call<Page<StaffAction>>(party.person, 'GET /api/staff/actions/')
  expect(all.body.results.map(({ staff }) => staff)).toContain('audit-party')
})

test('a party to a call reads in the audit nothing of what others looked at, asked and decided about it', async () => {
  const star = await t.influencer('audit-star', { price: '900.00' })
  const call = await t.bookAndPay(party.person, star)
  const { version } = await byDesk<StaffRequest>(`requests/${call.id}/`)
  await byDesk(`requests/${call.id}/give-back/`, { amount: '600.00', version })
  await completeCall(t.server.domains.requests, call.id)
  const problem = { kind: 'quality' } as const
  expect((await t.call(star, `POST /api/parley/${call.slug}/problem/`, problem)).status).toBe(201)
  const { results } = await byDesk<Page<StaffProblem>>('problems/?page_size=100')
  const row = results.find(each => each.request_id === call.id)
  await byDesk(`problems/${row?.id}/decide/`, { back: '10.00', version: row?.version })
  const about = async (by: TestStaff) =>
    (await auditOf(by)).filter(each => [call.id, row?.id].includes(each.about?.id)).map(({ act }) => act)
  expect(await about(neutral)).toEqual(['decide_problem', 'ask_give_back', 'look'])
  expect(await about(party)).toEqual([])
  // A list that showed their call does not say beside whom.
  const list = (rows: StaffAction[]) => rows.find(({ act }) => act === 'look_problems')?.after
  expect(list(await auditOf(neutral))?.people).toContain(star.id)
  expect(list(await auditOf(party))?.people).toEqual([])
})

test('a party to a suspension reads in the audit that it happened, and not why', async () => {
  const star = await t.influencer('audit-suspended')
  await report(party.person, star.id)
  for (const what of ['suspend', 'restore']) {
    const { version } = await byDesk<StaffStandingPerson>(`people/${star.id}/`)
    await byDesk(`people/${star.id}/${what}/`, { version })
  }
  const reasons = async (by: TestStaff) =>
    (await auditOf(by, '@audit-suspended'))
      .filter(({ act }) => act !== 'look')
      .map(({ act, reason }) => [act, reason])
  expect(await reasons(neutral)).toEqual([
    ['restore', REASON],
    ['suspend', REASON],
  ])
  expect(await reasons(party)).toEqual([
    ['restore', null],
    ['suspend', null],
  ])
})

test('a look at the audit is in it with the people whom the page named', async () => {
  const person = await t.fan('audit-named')
  await byDesk(`people/${person.id}/`)
  await t.call(neutral.person, 'GET /api/staff/actions/?page_size=1')
  const [look] = (
    await t.server.database.pool.query<{ after: object }>(
      `select after from staff_actions where staff_id = $1 and act = 'look_actions' order by id desc limit 1`,
      [neutral.person.id],
    )
  ).rows
  expect(look?.after).toEqual({ people: [desk.person.id, person.id], requests: [] })
})
