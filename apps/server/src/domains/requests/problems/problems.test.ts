import {
  HOUR_SECONDS as HOUR,
  MINUTE_MS as MINUTE,
  type MoneyRail,
  type Page,
  type ProblemAnswer,
  type SessionRequest,
  type StaffProblem,
  type StaffRequest,
  type TokenPair,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { beginCall } from '../public.ts'
import { problemCaller } from '../testing/ended-call.ts'

let t: TestServer
let star: TestPerson
let fan: TestPerson
beforeAll(async () => {
  t = await openTestServer({ connections: 25 })
  star = await t.influencer('star')
  fan = await t.fan('fan')
})
afterAll(() => t?.close())

const say = (who: TestPerson, { slug }: SessionRequest, kind: string, text?: string) =>
  t.call<ProblemAnswer>(who, `POST /api/parley/${slug}/problem/`, { kind, ...(text ? { text } : {}) })
const giveBack = (
  who: TestPerson,
  { id }: SessionRequest,
  amount: string,
  uuid: string = crypto.randomUUID(),
) => t.call<SessionRequest>(who, `POST /api/influencer/requests/${id}/give-back/`, { amount, uuid })

const ended = () => problemCaller(t).ended(fan, star)
async function rowOf({ id }: SessionRequest) {
  const { rows } = await t.server.database.pool.query(
    'select released_at, refunded_pence, problem_open, payment_status from session_requests where id = $1',
    [id],
  )
  return rows[0] as {
    released_at: Date | null
    refunded_pence: number
    problem_open: boolean
    payment_status: string
  }
}
async function balance(account: string): Promise<number> {
  const { rows } = await t.server.database.pool.query(
    'select coalesce(sum(amount_pence), 0)::int as pence from postings where account = $1',
    [account],
  )
  return (rows[0] as { pence: number }).pence
}

describe('something was wrong', () => {
  test('with its quality: the money waits past its time, and a member of staff decides', async () => {
    const request = await ended()
    expect(await say(fan, request, 'quality', 'No sound')).toMatchObject({
      status: 201,
      body: { state: 'open', decision: null },
    })
    const rail = await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)
    expect(rail.body.lines.at(-1)).toMatchObject({ at: null, what: 'earned', expected_by: null })
    await t.advance(50 * HOUR)
    expect(await rowOf(request)).toMatchObject({ released_at: null, problem_open: true })
    const { upcoming } = await earningCaller(t).earnings(star)
    expect(upcoming.find(({ request_slug }) => request_slug === request.slug)).toMatchObject({
      ...{ payable_at: null, reason: { code: 'open_problem' } },
    })
    const { person: finance } = await staffMember(t, 'finance', 'finance')
    const list = await t.call<Page<StaffProblem>>(finance, 'GET /api/staff/problems/')
    const [problem] = list.body.results
    expect(problem).toMatchObject({
      kind: 'quality',
      text: 'No sound',
      reporter: 'fan',
      request_id: request.id,
    })
    const decide = (body: object) =>
      t.call(finance, `POST /api/staff/problems/${problem?.id ?? ''}/decide/`, {
        ...{ back: '10.00', reason: 'The record shows no sound', version: problem?.version },
        ...body,
      })
    expect((await decide({ version: 7 })).status).toBe(409)
    expect((await decide({ back: '25.01' })).status).toBe(400)
    const words = 'Please enter an amount such as 5 or 2.50'
    expect(await decide({ back: 'all' })).toMatchObject({ status: 400, body: { back: [words] } })
    expect((await decide({ reason: 'short' })).status).toBe(400)
    const seen = async () =>
      (await t.call<StaffRequest>(finance, `GET /api/staff/requests/${request.id}/`)).body
    expect(await seen()).toMatchObject({
      left: '25.00',
      problem: { kind: 'quality', text: 'No sound', reporter: 'fan', state: 'open', back: null },
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide({})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await rowOf(request)).toMatchObject({ refunded_pence: 1000, problem_open: false })
    expect(await seen()).toMatchObject({ left: '15.00', problem: { state: 'settled', back: '10.00' } })
    await t.advance(1)
    expect((await rowOf(request)).released_at).not.toBeNull()
    expect(await balance(`held:${request.id}`)).toBe(0)
  })

  test('by the record: who used all of the call gets nothing, at once, and the money does not wait', async () => {
    const request = await ended()
    expect(await say(fan, request, 'cut_short')).toMatchObject({
      status: 201,
      body: { state: 'settled', decision: { rule: 'used_up', refunded: '0.00' } },
    })
    await t.advance(49 * HOUR)
    expect((await rowOf(request)).released_at).not.toBeNull()
  })

  test('by the record: what was written down late is decided again, and goes back', async () => {
    const start = new Date(t.clock.now().getTime() + 30 * 24 * 60 * MINUTE)
    const timeRange = {
      start: start.toISOString(),
      end: new Date(start.getTime() + 20 * MINUTE).toISOString(),
    }
    const request = await t.bookAndPay(fan, star, { timeRange })
    t.clock.advance((start.getTime() - t.clock.now().getTime()) / 1000)
    await beginCall(t.server.domains.requests, request.id)
    const { pool } = t.server.database
    await pool.query('insert into call_rooms (id) values ($1) on conflict do nothing', [request.id])
    const alone = crypto.randomUUID()
    await pool.query(
      `insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, 'influencer', $3, $4)`,
      [alone, request.id, start, new Date(start.getTime() + 12 * MINUTE)],
    )
    await t.advance(21 * 60)
    expect(await rowOf(request)).toMatchObject({ refunded_pence: 0 })
    // A process that comes back corrects what it saw: the influencer had not waited.
    await pool.query('delete from media_alone where id = $1', [alone])
    expect(await say(fan, request, 'other_absent')).toMatchObject({
      body: { state: 'settled', decision: { rule: 'not_used', refunded: '25.00' } },
    })
    expect(await rowOf(request)).toMatchObject({ refunded_pence: 2500, payment_status: 'refunded' })
    expect(await balance(`held:${request.id}`)).toBe(0)
  })

  test('is said one at a time, by its parties, within 48 hours of its end', async () => {
    const open = await t.bookAndPay(fan, star)
    expect((await say(fan, open, 'conduct')).status).toBe(409)
    const request = await ended()
    const stranger = await t.fan('stranger')
    expect((await say(stranger, request, 'conduct')).status).toBe(404)
    const words = 'x'.repeat(1001)
    expect((await say(fan, request, 'conduct', words)).status).toBe(400)
    const answers = await Promise.all([fan, star, fan, star].map(who => say(who, request, 'conduct')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const late = await ended()
    t.clock.advance(48 * HOUR)
    expect((await say(fan, late, 'conduct')).status).toBe(409)
  })
})

describe('given back', () => {
  test('out of what is held, once for each key, never more than is left', async () => {
    const request = await ended()
    const uuid = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => giveBack(star, request, '5.50', uuid)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await rowOf(request)).toMatchObject({ refunded_pence: 550, payment_status: 'partly_refunded' })
    expect((await giveBack(star, request, '6.00', uuid)).status).toBe(409)
    expect(await giveBack(star, request, '19.51')).toMatchObject({
      status: 400,
      body: { amount: ['This is more than is left of the sale'] },
    })
    const rivals = await Promise.all(Array.from({ length: 4 }, () => giveBack(star, request, '10.00')))
    expect(rivals.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const words = 'Please enter an amount such as 5 or 2.50'
    for (const amount of ['0', '-1', '1.001', 'all'])
      expect(await giveBack(star, request, amount)).toMatchObject({ status: 400, body: { amount: [words] } })
    for (const other of [fan, await t.fan('other')])
      expect((await giveBack(other, request, '1.00')).status).toBe(404)
    expect(await balance(`held:${request.id}`)).toBe(-950)
  })

  test('after the release as a debt of the influencer, with the fee of that part', async () => {
    const request = await ended()
    await t.advance(49 * HOUR)
    const before = await balance(`payable:${star.id}`)
    expect((await giveBack(star, request, '10.00')).status).toBe(200)
    expect((await balance(`payable:${star.id}`)) - before).toBe(900)
    const rail = await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)
    expect(rail.body.lines.some(line => line.what === 'refund_decided' && line.amount === '10.00')).toBe(true)
  })

  test('for 180 days', async () => {
    const request = await ended()
    t.clock.advance(180 * 24 * HOUR + 1)
    expect((await giveBack(star, request, '1.00')).status).toBe(409)
  })
})

test('money that was released early waits in the payout while a problem is open', async () => {
  const early = await openTestServer({ env: { RELEASE_AFTER_HOURS: '1' } })
  try {
    const [seller, buyer] = [await early.influencer('early'), await early.fan('buyer')]
    const money = earningCaller(early)
    await money.verify(seller)
    const desk = await staffMember(early, 'treasurer', 'finance')
    const request = await money.served(buyer, seller)
    await early.advance(2 * HOUR)
    const renew = async (who: TestPerson) => {
      const { refresh } = who
      const answer = await early.call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh })
      Object.assign(who, answer.body)
    }
    await renew(buyer)
    const problem = { kind: 'quality', text: 'No picture' }
    const path = `/api/parley/${request.slug}/problem/` as const
    expect((await early.call(buyer, `POST ${path}`, problem)).body).toMatchObject({ state: 'open' })
    await early.advance(8 * 24 * HOUR)
    await renew(seller)
    const paid = async () => (await money.earnings(seller)).paid_out
    expect(await paid()).toBe('0.00')
    expect((await money.earnings(seller)).upcoming).toMatchObject([{ reason: { code: 'open_problem' } }])
    await desk.stepUp()
    const [open] = (await early.call<Page<StaffProblem>>(desk.person, 'GET /api/staff/problems/')).body
      .results
    const act = { back: '0', reason: 'The record shows both pictures', version: open?.version }
    const decide = `POST /api/staff/problems/${open?.id}/decide/` as const
    expect((await early.call(desk.person, decide, act)).status).toBe(200)
    await early.advance(60)
    await renew(seller)
    expect(await paid()).toBe('22.50')
  } finally {
    await early.close()
  }
})
