import type { MoneyRail, OwnPayment, Page, SessionRequest } from '@parley/contract'
import { DAY_SECONDS, HOUR_SECONDS } from '@parley/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall, completeCall } from '../public.ts'

const RUNS = 10
const POLICIES = ['flexible', 'moderate', 'strict'] as const
const PRICES = ['1.00', '24.99', '10000.00'] as const
const STEPS = [
  'cancel',
  'reject',
  'buyer came',
  'influencer came',
  'begin',
  'serve',
  'dispute',
  'win',
  'lose',
  'give back a part',
  'give back the rest',
] as const

let t: TestServer
let earning: ReturnType<typeof earningCaller>
let fan: TestPerson
const stars = new Map<string, TestPerson>()
beforeAll(async () => {
  t = await openTestServer()
  earning = earningCaller(t)
  fan = await t.fan('fan')
  for (const policy of POLICIES) {
    const star = await t.influencer(policy)
    const form = new FormData()
    form.set('main_session[money_back]', policy)
    await t.call(star, `PATCH /api/influencer/${policy}/`, form)
    if (policy !== 'strict') await earning.verify(star)
    stars.set(policy, star)
  }
})
afterAll(() => t.close())

const life = fc.record({
  policy: fc.constantFrom(...POLICIES),
  price: fc.constantFrom(...PRICES),
  inHours: fc.option(fc.constantFrom(1, 3, 20, 30, 80)),
  steps: fc.array(
    fc.record({
      step: fc.constantFrom(...STEPS),
      after: fc.constantFrom(0, 1, HOUR_SECONDS, 6 * HOUR_SECONDS, DAY_SECONDS, 3 * DAY_SECONDS),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  rest: fc.constantFrom(0, DAY_SECONDS, 12 * DAY_SECONDS),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

async function sold({ policy, price, inHours }: Life): Promise<SessionRequest> {
  const star = stars.get(policy)
  if (!star) throw new Error('no such influencer')
  const form = new FormData()
  form.set('main_session[amount]', price)
  await t.call(star, `PATCH /api/influencer/${policy}/`, form)
  const start = t.clock.now().getTime() + (inHours ?? 0) * HOUR_SECONDS * 1000
  const timeRange = {
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR_SECONDS * 1000).toISOString(),
  }
  return t.bookAndPay(fan, star, inHours === null ? {} : { timeRange })
}

/** One party alone in the call, as the clock stores it. */
async function alone({ id }: SessionRequest, side: 'buyer' | 'influencer', fromMs: number): Promise<void> {
  const { pool } = t.server.database
  await pool.query('insert into call_rooms (id) values ($1) on conflict do nothing', [id])
  await pool.query(
    'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $3, $4, $5)',
    [crypto.randomUUID(), id, side, new Date(fromMs), new Date(fromMs + 11 * 60_000)],
  )
}

async function take(
  request: SessionRequest,
  step: (typeof STEPS)[number],
  disputes: string[],
): Promise<void> {
  const { requests } = t.server.domains
  const startMs = Date.parse(request.timeRange?.start ?? t.clock.now().toISOString())
  if (step === 'cancel') {
    const { money_back: back } = await t.request(fan, request.slug)
    const answer = await t.call<SessionRequest>(
      fan,
      `POST /api/influencer/parley_requests/${request.id}/cancel/`,
      back?.now ? { expect: back.now.amount } : {},
    )
    // What the page showed is what came back, or nothing happened.
    expect(answer.status).toBe(back?.now ? 200 : 409)
    if (back?.now) expect(answer.body.payment.refunded_amount).toBe(back.now.amount)
  }
  const star = stars.get(request.influencer?.user.username ?? '')
  if (step === 'reject' && star) await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`, {})
  if (step === 'buyer came') await alone(request, 'buyer', startMs)
  if (step === 'influencer came') await alone(request, 'influencer', startMs)
  if (step === 'begin') await beginCall(requests, request.id).catch(() => undefined)
  if (step === 'serve') await completeCall(requests, request.id).catch(() => undefined)
  if (step === 'dispute' && disputes.length === 0)
    disputes.push(t.sandbox.faults.openDispute(await earning.intentOf(request)))
  const last = disputes.at(-1)
  if ((step === 'win' || step === 'lose') && last && !disputes.includes('closed')) {
    t.sandbox.faults.closeDispute(last, step === 'win' ? 'won' : 'lost')
    disputes.push('closed')
  }
  if (step === 'give back a part') await giveBack(request, '0.37')
  if (step === 'give back the rest') await giveBack(request, await leftOf(request))
  await t.server.doDueWork()
}

/** The influencer gives a part of the sale back, twice at once by one key: once, or it is refused and nothing happens. */
async function giveBack(request: SessionRequest, amount: string): Promise<void> {
  const star = stars.get(request.influencer?.user.username ?? '')
  if (!star || amount === '0.00') return
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  const backOf = async () => pounds((await t.request(fan, request.slug)).payment.refunded_amount ?? '0')
  const before = await backOf()
  const act = { amount, uuid: crypto.randomUUID() }
  const answers = await Promise.all([1, 2].map(() => t.call(star, path, act)))
  const given = answers.filter(({ status }) => status === 200).length
  expect([0, 2]).toContain(given)
  expect((await backOf()) - before).toBe(given === 0 ? 0 : pounds(amount))
}

/** What of a sale is neither back nor charged back. */
async function leftOf({ id }: SessionRequest): Promise<string> {
  const { rows } = await t.server.database.pool.query<{ left: number }>(
    'select price_pence - refunded_pence - charged_back_pence as left from session_requests where id = $1',
    [id],
  )
  return ((rows[0]?.left ?? 0) / 100).toFixed(2)
}

const pounds = (amount: string) => Math.round(Number(amount) * 100)

test('whatever happens to a sale, what was paid is back, earned or held, and the books agree', async () => {
  await fc.assert(
    fc.asyncProperty(life, async each => {
      const request = await sold(each)
      const disputes: string[] = []
      for (const { step, after } of each.steps) {
        await t.advance(after)
        await take(request, step, disputes)
      }
      await t.advance(each.rest)
      const audit = await t.audit()
      expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
      expect(Object.values(audit.balances).reduce((sum, pence) => sum + pence, 0)).toBe(0)
      const { body } = await t.call<Page<OwnPayment>>(fan, 'GET /api/user/me/payments/?page_size=1')
      const [payment] = body.results
      expect(payment?.request_slug).toBe(request.slug)
      const where = Object.values(payment?.where ?? {}).map(pounds)
      expect(where.reduce((sum, pence) => sum + pence, 0)).toBe(pounds(each.price))
      expect(where.every(pence => pence >= 0)).toBe(true)
      const { body: rail } = await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)
      expect(rail.lines.every(({ amount }) => pounds(amount) > 0)).toBe(true)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 240_000)
