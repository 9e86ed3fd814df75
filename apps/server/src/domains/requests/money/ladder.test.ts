import type { Influencer, MoneyBackPolicy, MoneyRail, SessionRequest } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'

let t: TestServer
let earning: ReturnType<typeof earningCaller>
let fan: TestPerson
let people = 0
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  earning = earningCaller(t)
  fan = await t.fan('fan')
})
afterEach(async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
afterAll(() => t.close())

async function choose(star: TestPerson, policy: MoneyBackPolicy) {
  const form = new FormData()
  form.set('main_session[money_back]', policy)
  return t.call<Influencer>(star, `PATCH /api/influencer/${star.username}/`, form)
}
async function selling(policy: MoneyBackPolicy, price = '25.00'): Promise<TestPerson> {
  const star = await t.influencer(`star${people++}`, { price })
  await choose(star, policy)
  return star
}
const iso = (date: Date, hours = 0) => new Date(date.getTime() + hours * HOUR_SECONDS * 1000).toISOString()
/** A paid call in so many hours, bought more than an hour ago. */
async function sold(star: TestPerson, inHours: number) {
  const start = new Date(t.clock.now().getTime() + inHours * HOUR_SECONDS * 1000)
  const timeRange = { start: iso(start), end: iso(start, 1) }
  return t.bookAndPay(fan, star, { timeRange })
}
const cancel = (request: SessionRequest, expectSum?: string) =>
  t.call<SessionRequest>(
    fan,
    `POST /api/influencer/parley_requests/${request.id}/cancel/`,
    expectSum === undefined ? {} : { expect: expectSum },
  )
const arrived = async (request: SessionRequest) => {
  await t.server.doDueWork()
  const { body } = await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)
  return body.lines.filter(({ what }) => what === 'refund_arrived').map(({ amount }) => amount)
}
const shown = async (request: SessionRequest) => (await t.request(fan, request.slug)).money_back

describe('the ladder of a dated call', () => {
  test('is chosen by its influencer, shown on the profile, and frozen when it is sold', async () => {
    const star = await selling('flexible')
    const { body } = await t.call<Influencer>(null, `GET /api/parley/${star.username}/`)
    expect(body.money_back).toMatchObject({ policy: 'flexible', steps: [{ until: 'PT0H', percent: 100 }] })
    const request = await sold(star, 100)
    expect((await choose(star, 'strict')).body.money_back.steps).toEqual([
      { until: 'PT72H', percent: 100 },
      { until: 'PT24H', percent: 50 },
      { until: 'PT0H', percent: 0 },
    ])
    const start = new Date(request.timeRange?.start ?? '')
    expect(await shown(request)).toEqual({
      policy: 'flexible',
      sentence: 'Cancel before the start and all of it comes back.',
      steps: [{ until: iso(start), percent: 100 }],
      now: { amount: '25.00', cause: 'cancelled' },
      next: null,
    })
    const later = await sold(star, 100)
    const laterStart = new Date(later.timeRange?.start ?? '')
    expect(await shown(later)).toMatchObject({
      policy: 'strict',
      steps: [
        { until: iso(laterStart, -72), percent: 100 },
        { until: iso(laterStart, -24), percent: 50 },
        { until: iso(laterStart), percent: 0 },
      ],
      next: { at: iso(laterStart, -72), amount: '12.50' },
    })
    expect((await t.call(fan, `PATCH /api/influencer/${star.username}/`, new FormData())).status).toBe(403)
  })

  test('is compared with the one that the buyer saw', async () => {
    const star = await selling('strict')
    const start = new Date(t.clock.now().getTime() + 100 * HOUR_SECONDS * 1000)
    const timeRange = { start: iso(start), end: iso(start, 1) }
    const refused = await t.book(fan, star, { timeRange, money_back: 'flexible' })
    expect(refused).toMatchObject({ status: 409, body: { offer: { money_back: 'strict' } } })
    expect((await t.book(fan, star, { timeRange, money_back: 'strict' })).status).toBe(201)
    // Without a date no ladder applies.
    expect((await t.book(fan, star, { money_back: 'flexible' })).status).toBe(201)
    await t.dropUnpaid(fan)
  })

  test('gives the sum of its step to the millisecond, and refuses another than was shown', async () => {
    const star = await selling('moderate')
    const requests = [await sold(star, 30), await sold(star, 30), await sold(star, 30)]
    const [first, second, third] = requests as [SessionRequest, SessionRequest, SessionRequest]
    t.clock.advance(6 * HOUR_SECONDS - 0.001)
    expect(await shown(second)).toMatchObject({ now: { amount: '25.00' }, next: { amount: '12.50' } })
    expect((await cancel(first, '25.00')).body).toMatchObject({ state: 'cancelled', outcome: 'cancelled' })
    t.clock.advance(0.001)
    const refused = await cancel(second, '25.00')
    expect(refused).toMatchObject({
      status: 409,
      body: { money_back: { now: { amount: '12.50', cause: 'cancelled_late' }, next: null } },
    })
    expect((await t.request(fan, second.slug)).state).not.toBe('cancelled')
    expect((await cancel(second, '12.50')).body).toMatchObject({
      ...{ state: 'cancelled', outcome: 'cancelled_late', settled_by: 'cancelled_late' },
      payment: { status: 'partly_refunded', refunded_amount: '12.50' },
    })
    t.clock.advance(0.001)
    expect((await cancel(third, '12.50')).status).toBe(200)
    expect(await arrived(first)).toEqual(['25.00'])
    expect(await arrived(second)).toEqual(['12.50'])
    expect(await arrived(third)).toEqual(['12.50'])
  })

  test('gives all of it in the first hour after paying, unless the start is near', async () => {
    const star = await selling('strict')
    const [far, late, near] = [await sold(star, 20), await sold(star, 20), await sold(star, 2)]
    expect(await shown(far)).toMatchObject({
      now: { amount: '25.00' },
      next: { at: iso(t.clock.now(), 1), amount: '0.00' },
    })
    expect(await shown(near)).toMatchObject({ now: { amount: '0.00', cause: 'cancelled_late' } })
    t.clock.advance(HOUR_SECONDS - 0.001)
    expect((await cancel(far, '25.00')).status).toBe(200)
    t.clock.advance(0.001)
    expect((await cancel(late, '25.00')).status).toBe(409)
    expect((await cancel(near, '0.00')).body.payment.status).toBe('paid')
  })

  test('leaves what stays to its influencer, 48 hours later', async () => {
    const star = await selling('moderate', '24.99')
    const request = await sold(star, 10)
    t.clock.advance(2 * HOUR_SECONDS)
    await cancel(request, '12.50')
    expect((await earning.earnings(star)).held).toBe('11.25')
    await t.advance(RELEASE_SECONDS - 1)
    expect((await earning.earnings(star)).payable).toBe('0.00')
    await t.advance(1)
    // Of the 12.49 that stayed the platform takes a tenth, rounded down.
    expect((await earning.earnings(star)).payable).toBe('11.25')
  })

  test('does not bind the influencer: what they break goes back whole', async () => {
    const star = await selling('strict')
    const request = await sold(star, 5)
    t.clock.advance(2 * HOUR_SECONDS)
    await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`, {})
    expect(await arrived(request)).toEqual(['25.00'])
  })
})

describe('many cancellations at once', () => {
  const fifty = <T>(make: () => Promise<T>) => Array.from({ length: 50 }, make)

  test('against the beginning of the call have one outcome', async () => {
    const star = await selling('moderate')
    const request = await sold(star, 10)
    t.clock.advance(2 * HOUR_SECONDS)
    const begin = beginCall(t.server.domains.requests, request.id).catch(() => 'late')
    const answers = await Promise.all(fifty(() => cancel(request, '12.50')))
    await begin
    const after = await t.request(fan, request.slug)
    const won = answers.filter(({ status }) => status === 200).length
    expect(won).toBe(after.state === 'cancelled' ? 1 : 0)
    expect(await arrived(request)).toEqual(won === 1 ? ['12.50'] : [])
  })

  test('against a dispute pay nothing twice', async () => {
    const star = await selling('moderate')
    const request = await sold(star, 10)
    t.clock.advance(2 * HOUR_SECONDS)
    const id = t.sandbox.faults.openDispute(await earning.intentOf(request))
    const [answers] = await Promise.all([
      Promise.all(fifty(() => cancel(request, '12.50'))),
      t.server.doDueWork(),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    t.sandbox.faults.closeDispute(id, 'won')
    await t.server.doDueWork()
    // A refund that the provider refused while the bank asked is tried again after a while.
    await t.advance(RELEASE_SECONDS)
    expect(await arrived(request)).toEqual(['12.50'])
    expect((await earning.earnings(star)).payable).toBe('11.25')
  })

  test('against the release of what stayed change nothing', async () => {
    const star = await selling('moderate')
    const request = await sold(star, 10)
    t.clock.advance(2 * HOUR_SECONDS)
    await cancel(request, '12.50')
    t.clock.advance(RELEASE_SECONDS)
    const [answers] = await Promise.all([Promise.all(fifty(() => cancel(request))), t.server.doDueWork()])
    expect(answers.every(({ status }) => status === 409)).toBe(true)
    expect((await earning.earnings(star)).payable).toBe('11.25')
  })
})

describe('the terms of a call without a date', () => {
  test('are stored as they were confirmed, with the moment, and refused where they are others', async () => {
    const star = await selling('flexible')
    const { TERMS_VERSION } = await import('@parley/contract')
    const { body } = await t.book(fan, star, { terms_version: TERMS_VERSION })
    const { rows } = await t.server.database.pool.query(
      'select terms_version, acknowledged_at from session_requests where id = $1',
      [body.id],
    )
    expect(rows).toEqual([{ terms_version: TERMS_VERSION, acknowledged_at: t.clock.now() }])
    expect((await t.book(fan, star, { terms_version: 'older' })).status).toBe(409)
    await t.dropUnpaid(fan)
  })
})

describe('the ladder of a disputed call', () => {
  test.each([
    ['won', 'partly_refunded'],
    ['lost', 'charged_back'],
  ] as const)(
    'is not got round by a dispute: one that is open at the start counts as a cancellation (%s)',
    async (end, status) => {
      const star = await selling('strict')
      const request = await sold(star, 100)
      await t.advance(52 * HOUR_SECONDS)
      const start = Date.parse(request.timeRange?.start ?? '')
      const dispute = t.sandbox.faults.openDispute(await earning.intentOf(request))
      await t.server.doDueWork()
      const disputedAt = t.clock.now()
      await t.advance((start - disputedAt.getTime()) / 1000 + 601)
      expect(await t.request(fan, request.slug)).toMatchObject({
        ...{ state: 'cancelled', outcome: 'cancelled_late', settled_by: 'cancelled_late' },
        payment: { status: 'disputed', refunded_amount: '12.50' },
        // The provider's moments are whole seconds.
        ended_at: disputedAt.toISOString().replace(/\d{3}Z$/, '000Z'),
      })
      t.sandbox.faults.closeDispute(dispute, end)
      await t.server.doDueWork()
      expect(await arrived(request)).toEqual(end === 'won' ? ['12.50'] : [])
      const after = (await t.request(fan, request.slug)).payment
      expect(after.status).toBe(status)
      await t.advance(RELEASE_SECONDS)
      expect(await earning.earnings(star)).toMatchObject({
        ...{ held: '0.00', payable: end === 'won' ? '11.25' : '0.00' },
      })
    },
  )

  test('gives all of it back where a dispute was opened in the time in which all of it comes back', async () => {
    const request = await sold(await selling('strict'), 100)
    const dispute = t.sandbox.faults.openDispute(await earning.intentOf(request))
    await t.server.doDueWork()
    await t.advance(101 * HOUR_SECONDS)
    t.sandbox.faults.closeDispute(dispute, 'won')
    expect(await arrived(request)).toEqual(['25.00'])
  })
})
