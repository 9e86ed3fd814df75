import { messages, type SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { beginCall } from '../public.ts'
import { problemCaller } from '../testing/ended-call.ts'

let t: TestServer
let desk: TestStaff
let caller: ReturnType<typeof problemCaller>
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'finance', 'finance')
  caller = problemCaller(t)
})
afterAll(() => t?.close())

const refunded = async ({ id }: SessionRequest) => {
  const query = 'select refunded_pence, settled_by from session_requests where id = $1'
  return (await t.server.database.pool.query(query, [id])).rows[0] as {
    refunded_pence: number
    settled_by: string
  }
}
const seenBy = async (who: TestPerson, { slug }: SessionRequest) =>
  (await t.call<SessionRequest>(who, `GET /api/parley/${slug}/session/`)).body

/** A call that has just begun, and that one of the two ends and reports. */
async function endedAndReported(fan: TestPerson, star: TestPerson, by: TestPerson) {
  const request = await t.bookAndPay(fan, star)
  await beginCall(t.server.domains.requests, request.id)
  const about = { kind: 'request', id: request.slug }
  const report = { about, reason: 'harassment', end: true, uuid: crypto.randomUUID() }
  expect((await t.call(by, 'POST /api/reports/', report)).status).toBe(201)
  return request
}

test.each([
  ['influencer', '0', 0],
  ['influencer', '5.00', 500],
  ['buyer', '0', 0],
  ['buyer', '5.00', 500],
] as const)(
  'a call that its %s ended and reported: staff gave back %s, and our record adds nothing, whoever reports next',
  async (side, back, backPence) => {
    const name = `${side}-${backPence}`
    const [fan, star] = [await t.fan(`fan-${name}`), await t.influencer(`star-${name}`)]
    const request = await endedAndReported(fan, star, side === 'buyer' ? fan : star)
    expect((await seenBy(fan, request)).settled_by).toBe('staff_decide')
    expect(await caller.settle(desk, request, back)).toBe(200)
    for (const who of [fan, star]) expect((await seenBy(who, request)).settled_by).toBe('staff_decided')
    // The request says before the press that a person decides.
    for (const who of [fan, star])
      expect(await caller.shown(who, request)).toMatchObject({
        ...{ state: 'settled', again: { by_staff: true } },
      })
    for (const kind of ['cut_short', 'other_absent'] as const) {
      const answer = await caller.say(fan, request, kind)
      // Who ended and reported has reported once already.
      if (kind === 'other_absent' && side === 'buyer')
        expect(answer).toMatchObject({ status: 409, body: { detail: messages.problemDecided } })
      else expect(answer).toMatchObject({ status: 201, body: { state: 'open', decision: null } })
      expect(await refunded(request)).toEqual({ refunded_pence: backPence, settled_by: 'reported' })
      if (answer.status === 201) expect(await caller.settle(desk, request, '0')).toBe(200)
    }
    expect(await refunded(request)).toEqual({ refunded_pence: backPence, settled_by: 'reported' })
    await t.server.doDueWork()
    const mails = (await mailboxOf(t).mailsOf(fan)).filter(({ kind }) => kind === 'problem_settled')
    const [first, ...later] = mails.map(({ text }) => text)
    const nothing = 'Nothing goes back by this decision'
    expect(first).toContain(backPence > 0 ? '£5.00 of the call goes back' : nothing)
    expect(later.map(text => text.includes(nothing))).toEqual(side === 'buyer' ? [true] : [true, true])
    expect(await t.breaches()).toEqual([])
  },
)
