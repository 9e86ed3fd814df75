import {
  HOUR_SECONDS as HOUR,
  messages,
  PROBLEM_WITHIN_MS,
  type SessionRequest,
  type StaffRequest,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { problemCaller } from '../testing/ended-call.ts'

let t: TestServer
let star: TestPerson
let fan: TestPerson
let desk: TestStaff
let caller: ReturnType<typeof problemCaller>
beforeAll(async () => {
  t = await openTestServer({ connections: 25 })
  star = await t.influencer('star')
  fan = await t.fan('fan')
  desk = await staffMember(t, 'finance', 'finance')
  caller = problemCaller(t)
})
afterAll(() => t?.close())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const decided = { status: 409, body: { detail: messages.problemDecided } }
const open = { status: 201, body: { state: 'open', decision: null } }
const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
const at = () => t.clock.now().toISOString()

test('who was answered by the record, and sees it otherwise, tells it again and a person decides', async () => {
  const { ended, say, shown, settle } = caller
  const request = await ended(fan, star)
  const endedAt = at()
  expect(await shown(fan, request)).toBeNull()
  expect(await say(fan, request, 'cut_short')).toMatchObject({ status: 201, body: { state: 'settled' } })
  const own = { is_own: true, at: endedAt }
  expect(await shown(fan, request)).toEqual({
    ...{ ...own, state: 'settled', decision: { by: 'record', back: '0.00', at: endedAt } },
    again: { until: later(endedAt, PROBLEM_WITHIN_MS), by_staff: true },
  })
  // Nothing changed by it, so the other party does not read that it was reported.
  expect(await shown(star, request)).toBeNull()

  expect(await say(fan, request, { kind: 'cut_short', text: 'The picture stood' })).toMatchObject(open)
  expect(await shown(fan, request)).toEqual({ ...own, state: 'open', decision: null, again: null })
  expect(await shown(star, request)).toEqual({
    ...{ ...own, is_own: false },
    ...{ state: 'open', decision: null, again: null },
  })
  expect(await settle(desk, request, '4.00')).toBe(200)
  const decision = { by: 'staff', back: '4.00', at: at() }
  expect(await shown(fan, request)).toEqual({ ...own, state: 'settled', decision, again: null })
  expect(await shown(star, request)).toMatchObject({ is_own: false, decision })
  expect(await say(fan, request, 'conduct')).toMatchObject(decided)
})

test('one problem is open at a time, and each party reports two, however many arrive at once', async () => {
  const { ended, say, settle } = caller
  const request = await ended(fan, star)
  const all = () => Promise.all([fan, star, fan, star, fan, star].map(who => say(who, request, 'quality')))
  const { pool } = t.server.database
  const count = async () =>
    (await pool.query('select 1 from problems where request_id = $1', [request.id])).rowCount
  for (let times = 1; times <= 4; times++) {
    expect(statuses(await all())).toEqual([201, 409, 409, 409, 409, 409])
    expect(await count()).toBe(times)
    expect(await settle(desk, request, '0')).toBe(200)
  }
  for (const answer of await all()) expect(answer).toMatchObject(decided)
  // The table too has at most one open problem of a call.
  await expect(
    pool.query("update problems set state = 'open', settled_at = null where request_id = $1", [request.id]),
  ).rejects.toThrow('problems_one_open')
  expect((await read(request)).earlier_problems).toHaveLength(3)
})
const read = async ({ id }: SessionRequest) =>
  (await t.call<StaffRequest>(desk.person, `GET /api/staff/requests/${id}/`)).body

test('a person decided about the words of the one: the other has 48 hours of their own', async () => {
  const { ended, say, shown, settle } = caller
  const request = await ended(fan, star)
  expect(await say(star, request, { kind: 'conduct', text: 'They shouted' })).toMatchObject(open)
  expect(await say(fan, request, 'quality')).toMatchObject({
    status: 409,
    body: { detail: messages.problemKnown },
  })
  await t.advance(50 * HOUR)
  expect(await settle(desk, request, '0')).toBe(200)
  const settledAt = at()
  // The influencer had their 48 hours.
  expect(await say(star, request, 'quality')).toMatchObject({ status: 409 })
  const again = { until: later(settledAt, PROBLEM_WITHIN_MS), by_staff: false }
  expect(await shown(fan, request)).toMatchObject({ is_own: false, state: 'settled', again })
  expect(await shown(star, request)).toMatchObject({ is_own: true, state: 'settled', again: null })
  // The sale is released by now: what goes back is a debt.
  await t.advance(47 * HOUR)
  await desk.stepUp()
  expect(await say(fan, request, { kind: 'quality', text: 'No sound' })).toMatchObject(open)
  expect(await settle(desk, request, '10.00')).toBe(200)
  expect(await read(request)).toMatchObject({
    left: '15.00',
    problem: { reporter: 'fan', text: 'No sound', state: 'settled', back: '10.00' },
    earlier_problems: [{ reporter: 'star', text: 'They shouted', state: 'settled', back: '0.00' }],
  })
  expect(await t.breaches()).toEqual([])
})

test('not even a decision gives more than 48 hours', async () => {
  const { ended, say, shown, settle } = caller
  const request = await ended(fan, star)
  await say(star, request, 'conduct')
  expect(await settle(desk, request, '0')).toBe(200)
  t.clock.advance(PROBLEM_WITHIN_MS / 1000)
  expect(await shown(fan, request)).toMatchObject({ again: null })
  expect((await say(fan, request, 'quality')).status).toBe(409)
})

test('while the bank decides nobody is told that they may report again', async () => {
  const { ended, say, shown, settle } = caller
  const request = await ended(fan, star)
  await say(fan, request, 'quality')
  expect(await settle(desk, request, '0')).toBe(200)
  expect((await shown(fan, request))?.again).not.toBeNull()
  const { rows } = await t.server.database.pool.query(
    'select intent_id from payments where request_id = $1',
    [request.id],
  )
  t.sandbox.faults.openDispute((rows[0] as { intent_id: string }).intent_id)
  await t.server.doDueWork()
  expect(await shown(fan, request)).toMatchObject({ state: 'settled', again: null })
  expect((await say(fan, request, 'conduct')).status).toBe(409)
})

test('the guest of a gift reads nothing of it', async () => {
  const { ended, say, shown } = caller
  const request = await ended(fan, star)
  await say(fan, request, 'quality')
  const guest = await t.fan('guest')
  await t.server.database.pool.query('update session_requests set attendee_id = $2 where id = $1', [
    request.id,
    guest.id,
  ])
  expect(await shown(guest, request)).toBeNull()
  expect(await shown(fan, request)).not.toBeNull()
})
