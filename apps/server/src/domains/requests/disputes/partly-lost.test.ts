import { HOUR_SECONDS, type SessionRequest } from '@parley/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { earningCaller, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'
import { bankTakes } from '../testing/bank-takes.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const { faults } = t.sandbox
const fan = await t.fan('fred')
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
afterEach(async () => {
  vi.restoreAllMocks()
  // A refund to a card that was charged back waits for its buyer to name an account.
  expect((await t.breaches()).filter(({ severity }) => severity !== 'warning')).toEqual([])
})

let made = 0
/** A strict call that begins in so many hours, and one that is disputed now. */
async function strictCall(hours: number) {
  const star = await t.influencer(`ivy${++made}`)
  const form = new FormData()
  form.set('main_session[money_back]', 'strict')
  expect((await t.call(star, `PATCH /api/influencer/${star.username}/`, form)).status).toBe(200)
  const startMs = t.clock.now().getTime() + hours * HOUR_SECONDS * 1000
  const timeRange = { start: new Date(startMs).toISOString(), end: new Date(startMs + 900_000).toISOString() }
  return { star, request: await t.bookAndPay(fan, star, { timeRange }), start: new Date(startMs) }
}
/** `first`: what the application sees of it first, its beginning or that it is lost. */
async function lost(request: SessionRequest, first: 'open' | 'lost' = 'open'): Promise<SessionRequest> {
  bankTakes(100)
  const id = faults.openDispute(await money.intentOf(request))
  if (first === 'open') await t.server.doDueWork()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  return t.request(fan, request.slug)
}

test.each([
  // From paying on: an hour of second thoughts, then all until 72 h before, half until 24 h before, then nothing.
  ['in the time in which all comes back', 100, 2, '24.00', '0.00'],
  ['in the time of a half', 100, 50, '12.00', '10.80'],
  ['in the time of nothing', 100, 90, '0.00', '21.60'],
])(
  'what a bank leaves of a call that has not begun goes back as by a cancellation: %s',
  async (_when, startsIn, after, back, earned) => {
    const { star, request } = await strictCall(startsIn)
    await t.advance(after * HOUR_SECONDS)
    expect(await lost(request)).toMatchObject({
      ...{ state: 'cancelled', outcome: 'charged_back' },
      payment: { status: 'charged_back', charged_back_amount: '1.00', refunded_amount: back },
    })
    vi.restoreAllMocks()
    await t.advance(RELEASE_SECONDS)
    expect((await money.earnings(star)).payable).toBe(earned)
  },
)

test('of a bank that asked early and disputed late, the rest follows the moment of the dispute', async () => {
  const { request } = await strictCall(100)
  const id = faults.openInquiry(await money.intentOf(request))
  await t.server.doDueWork()
  await t.advance(90 * HOUR_SECONDS)
  bankTakes(100)
  faults.escalateInquiry(id)
  await t.server.doDueWork()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  expect(await t.request(fan, request.slug)).toMatchObject({
    payment: { status: 'charged_back', charged_back_amount: '1.00', refunded_amount: '0.00' },
  })
})

test.each(['open', 'lost'] as const)(
  'what a bank leaves of a call in which the influencer waited stays paid, if it is seen first as %s',
  async first => {
    const { star, request, start } = await strictCall(100)
    await t.advance(100 * HOUR_SECONDS + 120)
    await sql('insert into call_rooms (id) values ($1)', request.id)
    await sql(
      `insert into media_alone (id, room_id, side, started_at, proven_until)
     values (gen_random_uuid(), $1, 'influencer', $2, $3)`,
      ...[request.id, start, t.clock.now()],
    )
    expect(await lost(request, first)).toMatchObject({
      ...{ state: 'completed', outcome: 'charged_back', settled_by: 'ended_by_buyer' },
      payment: { status: 'charged_back', refunded_amount: '0.00' },
    })
    vi.restoreAllMocks()
    await t.advance(RELEASE_SECONDS)
    expect((await money.earnings(star)).payable).toBe('21.60')
  },
)

test.each(['open', 'lost'] as const)(
  'what a bank leaves of a call that its buyer left stays paid, if it is seen first as %s',
  async first => {
    const { request, start } = await strictCall(100)
    await t.advance(100 * HOUR_SECONDS + 300)
    await beginCall(t.server.domains.requests, request.id)
    // Another process holds the clock of the call: this one must not take it over, which it tries every few seconds.
    const held = "insert into call_rooms (id, epoch, held_until) values ($1, 1, now() + interval '1 hour')"
    await sql(held, request.id)
    await sql(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until)
     values (gen_random_uuid(), $1, 1, $2, $3)`,
      ...[request.id, start, t.clock.now()],
    )
    expect(await lost(request, first)).toMatchObject({
      ...{ state: 'completed', outcome: 'charged_back', settled_by: 'ended_by_buyer' },
      payment: { status: 'charged_back', refunded_amount: '0.00' },
    })
  },
)
