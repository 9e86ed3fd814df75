import type { ProblemAnswer, SessionRequest } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const { faults } = t.sandbox
const fan = await t.fan('fred')
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
const now = () => t.clock.now()

let made = 0
/** A paid call of 15 minutes whose agreed start was so many seconds ago. */
async function started(seconds: number) {
  const star = await t.influencer(`ivy${++made}`)
  const startMs = now().getTime() + HOUR_SECONDS * 1000
  const timeRange = { start: new Date(startMs).toISOString(), end: new Date(startMs + 900_000).toISOString() }
  const request = await t.bookAndPay(fan, star, { timeRange })
  await t.advance(HOUR_SECONDS + seconds)
  return { star, request, start: new Date(startMs) }
}
async function waits({ id }: SessionRequest, from: Date) {
  await sql('insert into call_rooms (id) values ($1) on conflict do nothing', id)
  await sql(
    `insert into media_alone (id, room_id, side, started_at, proven_until)
     values (gen_random_uuid(), $1, 'influencer', $2, $3)`,
    ...[id, from, now()],
  )
}
/** One side alone, in a stretch that is over. */
const alone = ({ id }: SessionRequest, side: 'buyer' | 'influencer', between: [Date, Date]) =>
  sql(
    `insert into media_alone (id, room_id, side, started_at, proven_until)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    ...[id, side, ...between],
  )
/** Both have been in the call since a moment; `ended` stores the end of it. */
async function together({ id }: SessionRequest, from: Date) {
  await beginCall(t.server.domains.requests, id)
  await sql('insert into call_rooms (id, epoch) values ($1, 1)', id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until)
     values (gen_random_uuid(), $1, 1, $2, $3)`,
    ...[id, from, now()],
  )
}
const ended = ({ id }: SessionRequest, by: string) =>
  sql('update live_intervals set ended_at = proven_until, ended_by = $2 where room_id = $1', id, by)
async function disputed(request: SessionRequest): Promise<string> {
  const dispute = faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  return dispute
}
async function closed(dispute: string, as: 'won' | 'lost') {
  faults.closeDispute(dispute, as)
  await t.server.doDueWork()
}
async function backs(request: SessionRequest) {
  const stripe = await money.stripe()
  const { data } = await stripe.refunds.list({ payment_intent: await money.intentOf(request) })
  return data.map(({ amount }) => amount)
}

describe('a dispute that begins after the agreed start of a call that nobody has begun', () => {
  test.each([
    ['won', 'paid'],
    ['lost', 'charged_back'],
  ] as const)(
    'is End Call where the influencer waits: the sale stands if the bank decides so (%s)',
    async (as, status) => {
      const { request, start } = await started(120)
      await waits(request, start)
      const dispute = await disputed(request)
      await t.advance(600)
      expect(await t.request(fan, request.slug)).toMatchObject({
        ...{ state: 'completed', outcome: 'buyer_absent', settled_by: 'ended_by_buyer' },
        payment: { status: 'disputed', refunded_amount: '0.00' },
      })
      await closed(dispute, as)
      expect((await t.request(fan, request.slug)).payment.status).toBe(status)
      if (as === 'won') {
        const absent = { kind: 'other_absent' }
        const { body } = await t.call<ProblemAnswer>(fan, `POST /api/parley/${request.slug}/problem/`, absent)
        expect(body.decision).toMatchObject({ rule: 'ended_by_buyer', refunded: '0.00' })
      }
      expect(await backs(request)).toEqual([])
      expect(await t.breaches()).toEqual([])
    },
  )

  test('gives all of it back where nobody waits', async () => {
    const { request } = await started(120)
    const dispute = await disputed(request)
    await t.advance(600)
    expect(await t.request(fan, request.slug)).toMatchObject({ outcome: 'influencer_absent' })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([2500])
    expect(await t.breaches()).toEqual([])
  })
})

describe('a dispute that begins in a call', () => {
  test('is End Call of the buyer: what is not used stays paid if the bank decides so', async () => {
    const { request, start } = await started(300)
    await together(request, start)
    const dispute = await disputed(request)
    await ended(request, 'platform')
    await t.advance(900)
    expect(await t.request(fan, request.slug)).toMatchObject({
      ...{ state: 'completed', outcome: 'part_served', settled_by: 'ended_by_buyer' },
    })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([])
    expect(await t.breaches()).toEqual([])
  })

  test('gives back what is not used where the influencer was not there any more', async () => {
    const { request, start } = await started(300)
    await together(request, start)
    await ended(request, 'influencer')
    await t.advance(60)
    const dispute = await disputed(request)
    await t.advance(900)
    expect(await t.request(fan, request.slug)).toMatchObject({ settled_by: 'not_used' })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([1667])
    expect(await t.breaches()).toEqual([])
  })

  test('ends no call without a date that nobody has begun', async () => {
    const star = await t.influencer('una')
    const request = await t.bookAndPay(fan, star)
    await t.advance(60)
    await waits(request, new Date(now().getTime() - 60_000))
    const dispute = await disputed(request)
    await closed(dispute, 'won')
    expect(await t.request(fan, request.slug)).toMatchObject({
      state: 'offered',
      payment: { status: 'paid' },
    })
  })
})

describe('a dispute that the application sees late', () => {
  const later = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000)

  test('is End Call where the influencer was there when it began, as one that is seen at once', async () => {
    const { request, start } = await started(300)
    await together(request, start)
    await ended(request, 'buyer')
    const dispute = faults.openDispute(await money.intentOf(request))
    // The influencer stays for two more minutes, too few to have waited for the rest.
    t.clock.advance(120)
    await alone(request, 'influencer', [later(start, 300), now()])
    t.clock.advance(120)
    await t.server.doDueWork()
    await t.advance(600)
    expect(await t.request(fan, request.slug)).toMatchObject({
      ...{ state: 'completed', outcome: 'part_served', settled_by: 'ended_by_buyer' },
    })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([])
    expect(await t.breaches()).toEqual([])
  })

  test('is End Call at the moment when its buyer left, where the call went on', async () => {
    const { request, start } = await started(300)
    await together(request, start)
    const dispute = faults.openDispute(await money.intentOf(request))
    t.clock.advance(60)
    await sql('update live_intervals set proven_until = $2 where room_id = $1', request.id, now())
    await ended(request, 'buyer')
    t.clock.advance(120)
    await alone(request, 'influencer', [later(start, 360), now()])
    t.clock.advance(120)
    await t.server.doDueWork()
    await t.advance(600)
    expect(await t.request(fan, request.slug)).toMatchObject({ settled_by: 'ended_by_buyer' })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([])
    expect(await t.breaches()).toEqual([])
  })

  test('is no End Call where the influencer left before its buyer', async () => {
    const { request, start } = await started(300)
    await together(request, start)
    const dispute = faults.openDispute(await money.intentOf(request))
    await ended(request, 'influencer')
    t.clock.advance(60)
    await alone(request, 'buyer', [later(start, 300), now()])
    t.clock.advance(60)
    await t.server.doDueWork()
    await t.advance(900)
    expect(await t.request(fan, request.slug)).toMatchObject({ settled_by: 'not_used' })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([1667])
    expect(await t.breaches()).toEqual([])
  })

  test('is none where it began before the agreed start: the influencer cannot have waited for its buyer', async () => {
    const { request, start } = await started(-60)
    const dispute = faults.openDispute(await money.intentOf(request))
    t.clock.advance(180)
    await waits(request, start)
    await t.server.doDueWork()
    await t.advance(600)
    expect(await t.request(fan, request.slug)).toMatchObject({ outcome: 'influencer_absent' })
    await closed(dispute, 'won')
    expect(await backs(request)).toEqual([2500])
    expect(await t.breaches()).toEqual([])
  })
})
