import {
  messages,
  type Page,
  type SessionRequest,
  type StaffPending,
  type StaffProblem,
  type StaffRequest,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { completeCall } from '../public.ts'

let t: TestServer
let one: TestStaff
let two: TestStaff
let made = 0
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  one = await staffMember(t, 'finance-one', 'finance')
  two = await staffMember(t, 'finance-two', 'finance')
})
afterAll(() => t?.close())

const REASON = 'The record of the call shows it'

/** An ended call of 1,200.00 with a problem that waits for staff. */
async function withProblem(): Promise<{ fan: TestPerson; star: TestPerson; request: SessionRequest }> {
  made++
  const [fan, star] = [await t.fan(`buyer${made}`), await t.influencer(`seller${made}`, { price: '1200.00' })]
  const request = await t.bookAndPay(fan, star)
  await completeCall(t.server.domains.requests, request.id)
  const problem = { kind: 'quality', text: 'No sound' }
  expect((await t.call(fan, `POST /api/parley/${request.slug}/problem/`, problem)).status).toBe(201)
  return { fan, star, request }
}
const problemOf = async ({ id }: SessionRequest) => {
  const list = await t.call<Page<StaffProblem>>(one.person, 'GET /api/staff/problems/?page_size=100')
  return list.body.results.find(({ request_id }) => request_id === id)
}
const decide = async (by: TestStaff, problem: StaffProblem | undefined, back: string) =>
  t.call<{ detail?: string }>(by.person, `POST /api/staff/problems/${problem?.id ?? ''}/decide/`, {
    ...{ back, reason: REASON, version: problem?.version },
  })
const giveBack = (star: TestPerson, { id }: SessionRequest, amount: string) =>
  t.call(star, `POST /api/influencer/requests/${id}/give-back/`, { amount, uuid: crypto.randomUUID() })
const refundedPence = async ({ id }: SessionRequest) =>
  (await t.server.database.pool.query('select refunded_pence from session_requests where id = $1', [id]))
    .rows[0].refunded_pence as number
async function audited() {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
}

test('money that goes back while a settlement waits for its second member makes it another case', async () => {
  const { star, request } = await withProblem()
  const seen = await problemOf(request)
  await one.stepUp()
  expect((await decide(one, seen, '600.00')).status).toBe(202)
  expect((await giveBack(star, request, '400.00')).status).toBe(200)
  await two.stepUp()
  const waiting = await t.call<Page<StaffPending>>(two.person, 'GET /api/staff/pending/?page_size=100')
  const act = waiting.body.results.find(({ request_id }) => request_id === request.id)
  const stale = { status: 409, body: { detail: messages.staleCase } }
  expect(
    await t.call(two.person, `POST /api/staff/pending/${act?.id}/confirm/`, {
      ...{ reason: REASON, version: act?.version },
    }),
  ).toMatchObject(stale)
  expect(await decide(two, seen, '600.00')).toMatchObject(stale)
  expect(await refundedPence(request)).toBe(40_000)
  // Who looks again sees what is left, and one decides within their limit.
  expect((await decide(two, await problemOf(request), '200.00')).status).toBe(200)
  expect(await refundedPence(request)).toBe(60_000)
  await audited()
})

test('staff refund a sale with an open problem by its settlement alone; its influencer still may', async () => {
  const { star, request } = await withProblem()
  await one.stepUp()
  const seen = async () =>
    (await t.call<StaffRequest>(one.person, `GET /api/staff/requests/${request.id}/`)).body
  const give = async () =>
    t.call(one.person, `POST /api/staff/requests/${request.id}/give-back/`, {
      ...{ amount: '10.00', reason: REASON, version: (await seen()).version },
    })
  expect(await give()).toMatchObject({ status: 409, body: { detail: messages.settleProblemFirst } })
  expect((await giveBack(star, request, '5.00')).status).toBe(200)
  expect(await give()).toMatchObject({ status: 409 })
  expect(await refundedPence(request)).toBe(500)
  expect((await decide(one, await problemOf(request), '0')).status).toBe(200)
  expect((await give()).status).toBe(204)
  expect(await refundedPence(request)).toBe(1500)
  await audited()
})
