import type { CallTicket, SessionRequest } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { joinNatively } from './providers/video-embedded/testing/harness.ts'
import { openSocket } from './realtime/testing/socket-client.ts'
import { openTestServer } from './testing/test-server.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
const t = await openTestServer()
afterAll(t.close)
afterEach(async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const influencer = await t.influencer('ivy')
const fan = await t.fan('fred')

interface Interval {
  ended_at: Date | null
  ended_by: string | null
}
async function lastInterval(request: SessionRequest): Promise<Interval | undefined> {
  const sql =
    'select ended_at, ended_by from live_intervals where room_id = $1 order by started_at desc limit 1'
  return (await t.server.database.pool.query<Interval>(sql, [request.id])).rows[0]
}

async function join(side: 'buyer' | 'influencer', request: SessionRequest) {
  const path = side === 'buyer' ? 'parley_requests' : 'requests'
  const person = side === 'buyer' ? fan : influencer
  const { body } = await t.call<CallTicket>(person, `POST /api/influencer/${path}/${request.id}/session/`)
  return joinNatively({ url: body.url, token: body.token, room: body.session, provider: 'embedded' })
}

/** A paid call in which both are live. */
async function liveCall() {
  const request = await t.bookAndPay(fan, influencer)
  const clients = { buyer: await join('buyer', request), influencer: await join('influencer', request) }
  await vi.waitFor(async () => expect(await lastInterval(request)).toMatchObject({ ended_at: null }), WITHIN)
  return { request, ...clients }
}
/** The clock jumps while both are there, and that is counted: a jump that no packet follows is no time in the call. */
async function pass(seconds: number, ...requests: SessionRequest[]): Promise<void> {
  t.clock.advance(seconds)
  const sql =
    'select extract(epoch from sum(coalesce(ended_at, proven_until) - started_at)) as proven from live_intervals where room_id = $1'
  for (const { id } of requests) {
    await vi.waitFor(async () => {
      const { rows } = await t.server.database.pool.query<{ proven: string }>(sql, [id])
      expect(Number(rows[0]?.proven)).toBeGreaterThanOrEqual(seconds - 3)
    }, WITHIN)
  }
}
/** One of the two is there alone, and the database stores it. */
const alone = (request: SessionRequest, side: 'buyer' | 'influencer') =>
  vi.waitFor(async () => {
    await t.advance(3)
    const sql = 'select 1 from media_alone where room_id = $1 and side = $2'
    expect((await t.server.database.pool.query(sql, [request.id, side])).rowCount).toBe(1)
  }, WITHIN)
const untilStill = (request: SessionRequest) =>
  vi.waitFor(
    async () => expect(await lastInterval(request)).toMatchObject({ ended_at: expect.any(Date) }),
    WITHIN,
  )
const balances = async () => (await t.audit()).balances
const sinceThen = (before: Record<string, number>, after: Record<string, number>, account: string) =>
  (after[account] ?? 0) - (before[account] ?? 0)

describe('the money of a call', () => {
  it('is earned when all the time was used, and released 48 hours later less the fee', async () => {
    const before = await balances()
    const { request, buyer, influencer: star } = await liveCall()
    expect((await t.request(fan, request.slug)).state).toBe('accepted')
    t.clock.advance(900)
    expect(await Promise.all([buyer.ended, star.ended])).toEqual([expect.any(String), expect.any(String)])
    await untilStill(request)
    await t.server.doDueWork()
    expect(await t.request(fan, request.slug)).toMatchObject({
      state: 'completed',
      outcome: 'served',
      used_duration: 900,
      payment: { status: 'paid' },
    })
    await t.advance(48 * HOUR_SECONDS - 1)
    expect(sinceThen(before, await balances(), 'held')).toBe(-2500)
    await t.advance(1)
    const after = await balances()
    expect(sinceThen(before, after, 'held')).toBe(0)
    expect(sinceThen(before, after, 'payable')).toBe(-2250)
    expect(sinceThen(before, after, 'fee_revenue')).toBe(-250)
  })

  /** What a page that is left open says, and what its person presses. */
  const page = async (side: 'buyer' | 'influencer', request: SessionRequest) =>
    openSocket(`${t.origin.replace('http', 'ws')}/chat/${request.slug}/`, {
      t: `Bearer ${(side === 'buyer' ? fan : influencer).access}`,
    })
  const settledAfter = async (request: SessionRequest) => {
    await vi.waitFor(
      async () => expect(await t.server.domains.video.roomMedia(request.id)).toEqual([]),
      WITHIN,
    )
    await t.advance(30 * HOUR_SECONDS)
    const settled = await t.request(fan, request.slug)
    expect(settled).toMatchObject({ state: 'completed', outcome: 'part_served' })
    return settled
  }
  const unusedOf = ({ used_duration: used }: SessionRequest) =>
    (Math.ceil((2500 * (900 - Math.floor(used))) / 900) / 100).toFixed(2)
  const NOT_USED = { settled_by: 'not_used', payment: { status: 'partly_refunded' } }
  const STANDS = { payment: { status: 'paid', refunded_amount: '0.00' } }

  it('goes back to the second for what the influencer cut off, no matter who keeps a page open', async () => {
    const { request, buyer, influencer: star } = await liveCall()
    await pass(440, request)
    star.leave()
    await untilStill(request)
    const kept = await page('influencer', request)
    buyer.leave()
    const settled = await settledAfter(request)
    expect(settled.used_duration).toBeLessThanOrEqual(450)
    expect(settled.used_duration).toBeGreaterThanOrEqual(438)
    expect(settled).toMatchObject({ ...NOT_USED, payment: { refunded_amount: unusedOf(settled) } })
    kept.socket.close()
  })

  it('goes back when the buyer closes the tab and nobody waits', async () => {
    const { request, buyer, influencer: star } = await liveCall()
    await pass(450, request)
    buyer.leave()
    await untilStill(request)
    star.leave()
    const settled = await settledAfter(request)
    expect(settled).toMatchObject({ ...NOT_USED, payment: { refunded_amount: unusedOf(settled) } })
  })

  it('stays with the sale when the buyer stays away while the influencer waits', async () => {
    const { request, buyer, influencer: star } = await liveCall()
    await pass(450, request)
    buyer.leave()
    await untilStill(request)
    await alone(request, 'influencer')
    await t.advance(460)
    star.leave()
    expect(await settledAfter(request)).toMatchObject({ settled_by: 'influencer_waited', ...STANDS })
  })

  it('stays with the sale when the buyer ends the call, unless they come back', async () => {
    const [ended, cameBack] = [await liveCall(), await liveCall()]
    await pass(450, ended.request, cameBack.request)
    for (const { request } of [ended, cameBack]) {
      const pressed = await page('buyer', request)
      pressed.say({ type: 'end_call' })
      await untilStill(request)
      pressed.socket.close()
    }
    ended.influencer.leave()
    cameBack.influencer.leave()
    const again = await join('buyer', cameBack.request)
    await alone(cameBack.request, 'buyer')
    again.leave()
    expect(await settledAfter(ended.request)).toMatchObject({ settled_by: 'ended_by_buyer', ...STANDS })
    expect(await settledAfter(cameBack.request)).toMatchObject(NOT_USED)
  })

  it('goes back for what the platform cut off', async () => {
    const { request, buyer, influencer: star } = await liveCall()
    await pass(300, request)
    t.server.domains.signalWorkers?.('SIGKILL')
    await untilStill(request)
    expect((await lastInterval(request))?.ended_by).toBe('platform')
    buyer.leave()
    star.leave()
    expect(await settledAfter(request)).toMatchObject(NOT_USED)
  })

  it('cannot be called back once the call has begun', async () => {
    const { request, buyer, influencer: star } = await liveCall()
    expect((await t.call(fan, `POST /api/influencer/parley_requests/${request.id}/cancel/`)).status).toBe(409)
    expect((await t.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`)).status).toBe(409)
    buyer.leave()
    star.leave()
    await untilStill(request)
  })

  it('does not let anyone in before it is paid, or who is no party', async () => {
    const { body: request } = await t.book(fan, influencer)
    const stranger = await t.fan('olga')
    const buyerPath = `POST /api/influencer/parley_requests/${request.id}/session/` as const
    const influencerPath = `POST /api/influencer/requests/${request.id}/session/` as const
    expect((await t.call(fan, buyerPath)).status).toBe(402)
    expect((await t.call(influencer, influencerPath)).status).toBe(402)
    expect((await t.call(stranger, buyerPath)).status).toBe(404)
    expect((await t.call(fan, influencerPath)).status).toBe(403)
  })
})
