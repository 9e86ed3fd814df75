import { HOUR_MS, MINUTE_MS, MONEY_BACK_SENTENCES, pence, seconds } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type NewCall, requestRow, somebody } from '../../calls/testing/call-requests.ts'
import { liveEvents } from '../../live-events/tables.ts'
import { blocks } from '../../safety/tables.ts'
import { requestAudit } from '../tables.ts'
import { nobodyCame } from '../testing/request-facts.ts'
import { requestsDomain, type Seen, soldRequest } from '../testing/sold-request.ts'
import { blockEffects, endBetween } from './end-between.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const domainThat = (seen: Seen = {}) => requestsDomain({ db: database.db, clock }, seen)
const person = (name: string) => somebody({ db: database.db, clock }, name)

async function sold(more: Partial<NewCall> & { buyerId?: string } = {}) {
  const { id, buyerId, influencerId } = await soldRequest({ db: database.db, clock }, more)
  const byBuyer = { blockerId: buyerId, blockedId: influencerId }
  const byInfluencer = { blockerId: influencerId, blockedId: buyerId }
  return { id, byBuyer, byInfluencer, influencerId }
}
const strictCall = (startsAt: Date) => ({
  ...{ startsAt, endsAt: new Date(startsAt.getTime() + 15 * MINUTE_MS) },
  ...{ moneyBackPolicy: 'strict' as const, moneyBackSentence: MONEY_BACK_SENTENCES.strict },
})
const UNPAID = { paymentStatus: 'unpaid', paidAt: null } as const

/** An event on air of which a place is sold. */
async function placeOf(format: 'broadcast' | 'queue', begun: Partial<NewCall> = {}) {
  const place = await sold({ requestType: 'broadcast', ...begun })
  const eventId = newId()
  const at = clock.now()
  await database.db.insert(liveEvents).values({
    id: eventId,
    slug: eventId,
    uuid: eventId,
    influencerId: place.influencerId,
    title: 'Endgames',
    description: '',
    pricePence: pence(2500),
    durationSeconds: seconds(600),
    durationDisplay: 1,
    format,
    startsAt: at,
    capacity: 20,
    state: 'live',
    begunAt: at,
    createdAt: at,
    updatedAt: at,
  })
  await database.pool.query('update session_requests set live_event_id = $2 where id = $1', [
    place.id,
    eventId,
  ])
  return { ...place, eventId }
}
const row = (id: string) => requestRow({ db: database.db }, id)
const actionsOn = async (id: string) =>
  (await database.db.select().from(requestAudit).where(eq(requestAudit.requestId, id))).map(
    ({ action }) => action,
  )

describe('before a block', () => {
  it('each of the two reads what it ends, and what comes back', async () => {
    const { byBuyer, byInfluencer } = await sold()
    const { deps } = domainThat()
    const call = { request_type: 'private', format: null, back: '25.00' }
    expect(await blockEffects(deps, byBuyer)).toMatchObject([{ ...call, effect: 'cancelled', side: 'buyer' }])
    expect(await blockEffects(deps, byInfluencer)).toMatchObject([
      { ...call, effect: 'rejected', side: 'influencer' },
    ])
  })

  it('what nobody paid is there for its buyer alone, and gives nothing back', async () => {
    const { byBuyer, byInfluencer } = await sold(UNPAID)
    const { deps } = domainThat()
    expect(await blockEffects(deps, byInfluencer)).toEqual([])
    expect(await blockEffects(deps, byBuyer)).toMatchObject([{ effect: 'cancelled', back: null }])
  })

  it('a call that has begun gives back what is decided later', async () => {
    const { byBuyer } = await sold({ begunAt: clock.now() })
    expect(await blockEffects(domainThat().deps, byBuyer)).toMatchObject([{ effect: 'left', back: null }])
  })

  it.each<
    [string, 'broadcast' | 'queue', (ids: { event: string; place: string }) => Record<string, number>, string]
  >([
    ['of an event what was not broadcast', 'broadcast', ({ event }) => ({ [event]: 449_999 }), '12.53'],
    ['of a turn what was not used', 'queue', ({ place }) => ({ [place]: 449_999 }), '12.53'],
    [
      'of both, what neither used',
      'queue',
      ({ event, place }) => ({ [event]: 1_000, [place]: 449_000 }),
      '12.50',
    ],
  ])('%s comes back', async (_what, format, usedOf, back) => {
    const { id, eventId, byBuyer } = await placeOf(format, { begunAt: clock.now() })
    const { deps } = domainThat({ used: usedOf({ event: eventId, place: id }) })
    expect(await blockEffects(deps, byBuyer)).toMatchObject([{ effect: 'place_ended', format, back }])
  })

  it('a place in a line that leaving would keep stays paid', async () => {
    const { byBuyer } = await placeOf('queue')
    const { deps } = domainThat({ leavingKeeps: 'left_line' })
    expect(await blockEffects(deps, byBuyer)).toMatchObject([
      { effect: 'stays_paid', format: 'queue', back: null },
    ])
  })
})

describe('a block', () => {
  it('ends what was there, also when it was taken back since', async () => {
    const { id, byBuyer } = await sold()
    await endBetween(domainThat().deps, { ...byBuyer, at: clock.now() })
    expect(await row(id)).toMatchObject({ state: 'cancelled', refundedPence: 2500 })
    expect(await actionsOn(id)).toEqual(['block'])
  })

  it('ends what was booked after it only while it stands', async () => {
    const { id, byBuyer } = await sold()
    const work = { ...byBuyer, at: new Date(clock.now().getTime() - 1) }
    await endBetween(domainThat().deps, work)
    expect((await row(id)).state).toBe('offered')
    await database.db.insert(blocks).values({ ...byBuyer, createdAt: clock.now() })
    await endBetween(domainThat().deps, work)
    expect((await row(id)).state).toBe('cancelled')
  })

  it('by somebody who attends takes them out, with a mail, and leaves the call', async () => {
    const attendeeId = await person('ann')
    const { id, influencerId } = await sold({ attendeeId })
    const { deps, mails } = domainThat()
    await endBetween(deps, { blockerId: attendeeId, blockedId: influencerId, at: clock.now() })
    expect(await row(id)).toMatchObject({ state: 'offered', attendeeId: null })
    expect(await actionsOn(id)).toEqual(['stop_attending'])
    expect(mails()).toEqual([`not-attending ${attendeeId}`])
  })

  it('by the buyer ends the call with its attendee in it, without that mail', async () => {
    const { id, byBuyer } = await sold({ attendeeId: await person('ann') })
    const { deps, mails } = domainThat()
    await endBetween(deps, { ...byBuyer, at: clock.now() })
    expect((await row(id)).state).toBe('cancelled')
    expect(mails()).toEqual([])
  })

  it('ends a call that has begun once its paid time is counted, and after a minute by what is proven', async () => {
    const from = clock.now()
    const begun = { begunAt: from, createdAt: new Date(from.getTime() - HOUR_MS), state: 'accepted' } as const
    const { id, byInfluencer } = await sold(begun)
    const on = { fromMs: from.getTime(), untilMs: from.getTime() + 90_000 }
    const counted = { ...nobodyCame, usedMs: 90_000, together: [on] }
    const running = domainThat({ attendance: { ...counted, isLive: true } })
    const pressed = { ...byInfluencer, at: from }
    await endBetween(running.deps, pressed)
    expect((await row(id)).state).toBe('accepted')
    const again = { ...byInfluencer, at: from.toISOString() }
    expect(running.later).toEqual([again])
    const minuteAgo = { ...pressed, at: new Date(from.getTime() - MINUTE_MS) }
    for (const [domain, work] of [
      [domainThat({ attendance: counted }), pressed],
      [running, minuteAgo],
    ] as const) {
      const call = await sold(begun)
      await endBetween(domain.deps, { ...work, ...call.byInfluencer })
      expect(await row(call.id)).toMatchObject({
        ...{ state: 'completed', outcome: 'part_served', settledBy: 'not_used', refundedPence: 2250 },
      })
      expect(await actionsOn(call.id)).toEqual(['block'])
    }
    // Nothing more is to be counted.
    expect(running.later).toEqual([again])
  })

  it('by the influencer against who attends a dated call declines it, and names who gets the money', async () => {
    const attendeeId = await person('ann')
    const startsAt = new Date(clock.now().getTime() + MINUTE_MS)
    const { id, influencerId } = await sold({ attendeeId, ...strictCall(startsAt) })
    const press = { blockerId: influencerId, blockedId: attendeeId }
    expect(await blockEffects(domainThat().deps, press)).toMatchObject([
      { effect: 'rejected', side: 'influencer', back: '25.00', buyer: expect.stringMatching(/^fred/) },
    ])
    await endBetween(domainThat().deps, { ...press, at: clock.now() })
    expect(await row(id)).toMatchObject({ state: 'rejected', refundedPence: 2500 })
    expect(await actionsOn(id)).toEqual(['block'])
  })

  it('by a buyer who left an influencer who waits keeps the price paid', async () => {
    const startsAt = clock.now()
    const { id, byBuyer } = await sold(strictCall(startsAt))
    const attendance = { ...nobodyCame, buyerEndedAtMs: startsAt.getTime() }
    await endBetween(domainThat({ attendance }).deps, { ...byBuyer, at: clock.now() })
    expect(await row(id)).toMatchObject({ state: 'completed', outcome: 'buyer_absent', refundedPence: 0 })
  })
})

describe('a buyer who blocks instead of cancelling late', () => {
  /** Calls of one buyer for which a cancellation gives nothing back any more. */
  async function lateCalls(count: number, buyerId: string) {
    const startsAt = new Date(clock.now().getTime() + 90 * MINUTE_MS)
    const calls = []
    for (let i = 0; i < count; i++) calls.push(await sold({ ...strictCall(startsAt), buyerId }))
    return calls
  }
  const press = ({ byBuyer }: Awaited<ReturnType<typeof sold>>) =>
    endBetween(domainThat().deps, { ...byBuyer, at: clock.now() })
  const backOf = (calls: { id: string }[]) =>
    Promise.all(calls.map(async ({ id }) => (await row(id)).refundedPence))

  test('has all back twice in 90 days', async () => {
    const buyerId = await person('fred')
    const first = await lateCalls(3, buyerId)
    for (const call of first) await press(call)
    expect(await backOf(first)).toEqual([2500, 2500, 0])
    clock.advance((90 * 24 * HOUR_MS) / 1000)
    const later = await lateCalls(1, buyerId)
    for (const call of later) await press(call)
    expect(await backOf(later)).toEqual([2500])
  })

  test('has all back twice also by many blocks at once', async () => {
    const calls = await lateCalls(6, await person('fred'))
    await Promise.all(calls.map(press))
    expect((await backOf(calls)).toSorted((a, b) => b - a)).toEqual([2500, 2500, 0, 0, 0, 0])
  })

  test('loses nothing by a block of the influencer', async () => {
    const buyerId = await person('fred')
    const [one, two, three] = await lateCalls(3, buyerId)
    for (const call of [one, two]) if (call) await press(call)
    if (three) await endBetween(domainThat().deps, { ...three.byInfluencer, at: clock.now() })
    expect(three && (await row(three.id)).refundedPence).toBe(2500)
  })
})
