import type { MoneyRail, OwnPayment, Page, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
let earning: ReturnType<typeof earningCaller>
let star: TestPerson
let fan: TestPerson
beforeAll(async () => {
  t = await openTestServer()
  earning = earningCaller(t)
  star = await t.influencer('star')
  fan = await t.fan('fan')
  await earning.verify(star)
})
afterEach(async () => expect(await t.breaches()).toEqual([]))
afterAll(() => t.close())

const REFUND_LATER = '4000000000007726'
const rail = (who: TestPerson, { slug }: SessionRequest) =>
  t.call<MoneyRail>(who, `GET /api/parley/${slug}/money/`)
const whats = ({ lines }: MoneyRail) => lines.map(({ what, at }) => (at === null ? `(${what})` : what))
const cancel = (request: SessionRequest) =>
  t.call(fan, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
const only = (place: string) => ({
  ...{ held: '0.00', on_its_way_back: '0.00', back: '0.00', earned: '0.00' },
  [place]: '25.00',
})
const payments = async () => (await t.call<Page<OwnPayment>>(fan, 'GET /api/user/me/payments/')).body

describe('where the money of a sale is', () => {
  test('is empty before it is paid, and held for its call after that', async () => {
    const { body: request } = await t.book(fan, star)
    expect((await rail(fan, request)).body).toEqual({
      lines: [],
      left: '0.00',
      is_held_for_call: false,
      has_fee: false,
    })
    await t.confirm((await t.pay(fan, request)).body)
    await t.server.doDueWork()
    const { body } = await rail(fan, request)
    expect(whats(body)).toEqual(['charged', 'held', '(earned)'])
    expect(body.lines[2]).toMatchObject({ expected_by: null })
    expect(body.lines[0]).toMatchObject({ amount: '25.00', from: 'card', to: 'provider' })
    expect(body).toMatchObject({ left: '25.00', is_held_for_call: true })
    const theirs = (await rail(star, request)).body
    expect(whats(theirs)).toEqual(['charged', 'held', '(earned)', '(fee)'])
    expect(theirs.lines[3]).toMatchObject({ amount: '2.50', from: 'influencer', to: 'parley' })
    expect(theirs).toMatchObject({ left: '25.00', is_held_for_call: true })
  })

  test('says when a call that is still ahead is earned at the latest, where it has a time', async () => {
    const startMs = t.clock.now().getTime() + 3 * 24 * 3_600_000
    const end = new Date(startMs + 900_000).toISOString()
    const timeRange = { start: new Date(startMs).toISOString(), end }
    const [early, ahead] = [await t.fan('early'), await t.influencer('ahead')]
    const dated = await t.bookAndPay(early, ahead, { timeRange })
    const earnedBy = new Date(Date.parse(end) + RELEASE_SECONDS * 1000).toISOString()
    for (const who of [early, ahead]) {
      const { body } = await rail(who, dated)
      expect(body.lines.find(({ at }) => at === null)).toMatchObject({
        ...{ what: 'earned', amount: '25.00' },
        expected_by: earnedBy,
      })
      expect(body.is_held_for_call).toBe(true)
    }
  })

  test('ends for the buyer when it is earned, and continues to the influencer’s account', async () => {
    const request = await earning.served(fan, star)
    const earnedBy = new Date(t.clock.now().getTime() + RELEASE_SECONDS * 1000).toISOString()
    const over = (await rail(star, request)).body
    expect(over.lines.slice(-2)).toMatchObject([
      { at: null, what: 'earned', amount: '25.00', expected_by: earnedBy },
      { at: null, what: 'fee', amount: '2.50', expected_by: earnedBy },
    ])
    expect(over).toMatchObject({ left: '25.00', is_held_for_call: false })
    await t.advance(RELEASE_SECONDS)
    const earned = (await rail(star, request)).body
    expect(whats(earned)).toEqual(['charged', 'held', 'earned', 'fee', '(payout_sent)'])
    expect(earned.lines[3]).toMatchObject({ amount: '2.50', from: 'influencer', to: 'parley' })
    expect(earned.lines[4]).toMatchObject({ amount: '22.50' })
    expect(earned.left).toBe('22.50')
    await t.advance(PAYOUT_SECONDS)
    const paidOut = (await rail(star, request)).body
    expect(whats(paidOut)).toEqual(['charged', 'held', 'earned', 'fee', 'payout_sent', 'paid_out'])
    expect(paidOut.left).toBe('0.00')
    const { body: seen } = await rail(fan, request)
    expect(whats(seen)).toEqual(['charged', 'held', 'earned'])
    expect(seen).toMatchObject({ left: '0.00', lines: [{}, {}, { amount: '25.00' }] })
  })

  test('goes back with the bank’s own reference, of which the influencer learns nothing', async () => {
    const request = await t.bookAndPay(fan, star)
    await cancel(request)
    await t.server.doDueWork()
    const { body } = await rail(fan, request)
    expect(whats(body)).toEqual(['charged', 'held', 'refund_decided', 'refund_sent', 'refund_arrived'])
    expect(body.lines.at(-1)).toMatchObject({
      ...{ amount: '25.00', from: 'bank', to: 'card' },
      reference: expect.stringMatching(/^\d{23}$/),
    })
    expect(body.left).toBe('0.00')
    const { body: theirs } = await rail(star, request)
    expect(whats(theirs)).toEqual(['charged', 'held', 'refund_decided'])
    expect(JSON.stringify(theirs)).not.toMatch(/card|bank|\d{23}/)
  })

  test('waits at the bank where the bank is slow, and gets its reference then', async () => {
    const { body: request } = await t.book(fan, star)
    await t.confirm((await t.pay(fan, request)).body, REFUND_LATER)
    await t.server.doDueWork()
    await cancel(request)
    await t.server.doDueWork()
    const { body: slow } = await rail(fan, request)
    expect(whats(slow)).toEqual(['charged', 'held', 'refund_decided', 'refund_sent', '(refund_arrived)'])
    expect(slow).toMatchObject({ left: '25.00' })
    expect(slow.lines[3]).toMatchObject({ reference: null })
    await t.advance(10)
    const { body } = await rail(fan, request)
    expect(whats(body).at(-1)).toBe('refund_arrived')
    expect(body).toMatchObject({ left: '0.00' })
    expect(body.lines.at(-1)).toMatchObject({ reference: expect.stringMatching(/^\d{23}$/) })
  })

  test('is with the bank while it asks, and comes to nothing where it was lost', async () => {
    const request = await t.bookAndPay(fan, star)
    const id = t.sandbox.faults.openDispute(await earning.intentOf(request))
    await t.server.doDueWork()
    const shown = (await rail(fan, request)).body
    expect(whats(shown)).toEqual(['charged', 'held', 'disputed'])
    expect(shown.is_held_for_call).toBe(false)
    const disputed = (await payments()).results.find(each => each.request_slug === request.slug)
    expect(disputed?.where).toEqual(only('back'))
    t.sandbox.faults.closeDispute(id, 'lost')
    await t.server.doDueWork()
    for (const who of [fan, star])
      expect((await rail(who, request)).body).toMatchObject({
        left: '0.00',
        lines: { 3: { what: 'dispute_lost' } },
      })
  })

  test('is nobody else’s to know', async () => {
    const request = await t.bookAndPay(fan, star)
    const stranger = await t.fan('stranger')
    expect((await rail(stranger, request)).status).toBe(404)
    expect((await t.call(null, `GET /api/parley/${request.slug}/money/`)).status).toBe(401)
    expect((await t.call<Page<OwnPayment>>(stranger, 'GET /api/user/me/payments/')).body.results).toEqual([])
  })
})

describe('one’s own payments', () => {
  test('are every charge, with all of it in one of four places', async () => {
    const { body: unpaid } = await t.book(fan, star)
    const { count, results } = await payments()
    expect(results.map(({ request_slug }) => request_slug)).not.toContain(unpaid.slug)
    expect(count).toBe(results.length)
    for (const { amount, where } of results) {
      const pence = Object.values(where).reduce((sum, each) => sum + Math.round(Number(each) * 100), 0)
      expect(pence).toBe(Math.round(Number(amount) * 100))
    }
    const [earned, back] = [
      results.find(({ where }) => where.earned === '25.00'),
      results.find(({ where }) => where.back === '25.00'),
    ]
    expect(earned).toMatchObject({ influencer: 'star', card: { last4: '4242' }, where: { held: '0.00' } })
    expect(back).toMatchObject({ where: { earned: '0.00', on_its_way_back: '0.00' } })
  })
})
