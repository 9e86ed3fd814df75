import { MINUTE_SECONDS, messages } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

const HOLD_SECONDS = 10 * MINUTE_SECONDS

let t: TestServer
/** The same however far the clock moves. */
let day: string
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  day = inTwoDays(t, '00:00').slice(0, 10)
})
afterAll(() => t?.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const offering = (more: object = {}) => offersEveryHour(t, `star${people++}`, more)
const slot = (time: string) => ({ slot: `${day}T${time}:00.000Z` })
/** Just as long as a call, which is 15 minutes. */
function window(time: string) {
  const start = `${day}T${time}:00.000Z`
  return { timeRange: { start, end: new Date(Date.parse(start) + 15 * 60_000).toISOString() } }
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

/** Books a time without paying, and lets the hold end. */
async function held(buyer: TestPerson, influencer: TestPerson, time: Record<string, unknown>) {
  const booked = await t.book(buyer, influencer, time)
  expect(booked.status).toBe(201)
  await t.advance(HOLD_SECONDS)
  return booked.body
}

describe.each([
  ['slots', slot],
  ['tight windows', window],
])('nobody keeps an influencer from others by holding and not paying %s', (_what, at) => {
  test('one buffer apart, one after the other', { timeout: 180_000 }, async () => {
    const influencer = await offering({ buffer_before: 30, buffer_after: 30 })
    const ann = await fan()
    await held(ann, influencer, at('10:00'))
    await held(ann, influencer, at('11:00'))
    for (const time of ['10:00', '10:30', '11:00'])
      expect((await t.book(ann, influencer, at(time))).status, time).toBe(429)
    expect((await t.book(ann, influencer, at('15:00'))).status).toBe(201)
    expect((await t.book(await fan(), influencer, at('10:30'))).status).toBe(201)
    await auditIsClean()
  })

  test('between two that can both be sold', { timeout: 180_000 }, async () => {
    const influencer = await offering({ buffer_before: 30, buffer_after: 30 })
    const ann = await fan()
    await held(ann, influencer, at('10:00'))
    // It can be sold beside the first, and the time between them beside neither.
    await held(ann, influencer, at('12:00'))
    for (const time of ['10:00', '11:00', '12:00'])
      expect((await t.book(ann, influencer, at(time))).status, time).toBe(429)
    expect((await t.book(await fan(), influencer, at('11:00'))).status).toBe(201)
    await auditIsClean()
  })

  test('one account after the other, until each has a mailbox', { timeout: 180_000 }, async () => {
    const influencer = await offering()
    for (let account = 0; account < 3; account++) await held(await fan(), influencer, at('10:00'))
    const late = await fan()
    const refused = await t.book(late, influencer, at('10:00'))
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: messages.timeHeldByStrangers, way_on: 'confirm_email' },
    })
    // Another time is not in question.
    expect((await t.book(late, influencer, at('15:00'))).status).toBe(201)
    // Who paid a call before is nobody's second account.
    const known = await fan()
    await t.bookAndPay(known, await offering())
    expect((await t.book(known, influencer, at('10:00'))).status).toBe(201)
    await auditIsClean()
  })

  test('of a date of which few are sold', { timeout: 180_000 }, async () => {
    const influencer = await offering({ daily_limit: 1 })
    const ann = await fan()
    await held(ann, influencer, at('10:00'))
    await held(ann, influencer, at('15:00'))
    expect((await t.book(ann, influencer, at('20:00'))).status).toBe(429)
    expect((await t.book(await fan(), influencer, slot('20:00'))).status).toBe(201)
    await auditIsClean()
  })
})

describe('going to pay for a tight window', () => {
  test('counts as another hold of its buyer where strangers hold one time in turn', async () => {
    const influencer = await offering()
    const ann = await fan()
    const first = await held(ann, influencer, window('10:00'))
    expect((await t.pay(ann, first)).status).toBe(200)
    await t.advance(HOLD_SECONDS)
    await held(await fan(), influencer, window('10:00'))
    expect((await t.book(await fan(), influencer, window('10:00'))).status).toBe(403)
    await auditIsClean()
  })

  test('holds once more neither it nor one a buffer apart, after twenty minutes of an hour', async () => {
    const influencer = await offering({ buffer_before: 30, buffer_after: 30 })
    const ann = await fan()
    const first = await held(ann, influencer, window('10:00'))
    const second = await held(ann, influencer, window('11:00'))
    for (const request of [first, second]) expect((await t.pay(ann, request)).status).toBe(200)
    expect((await t.book(await fan(), influencer, window('10:30'))).status).toBe(201)
    await auditIsClean()
  })

  test('of another a buffer apart holds it once in an hour, whichever it is', async () => {
    const influencer = await offering({ buffer_before: 30, buffer_after: 30 })
    const ann = await fan()
    const first = await held(ann, influencer, window('10:00'))
    await t.advance(HOLD_SECONDS)
    expect((await t.pay(ann, first)).status).toBe(200)
    await t.advance(HOLD_SECONDS)
    const again = await t.book(ann, influencer, window('11:00'))
    expect(again.status).toBe(429)
    // From when it was held again, ten minutes ago.
    expect(again.headers.get('retry-after')).toBe(String(50 * MINUTE_SECONDS))
    await t.advance(50 * MINUTE_SECONDS)
    expect((await t.book(ann, influencer, window('11:00'))).status).toBe(201)
    await auditIsClean()
  })

  test('and paying it is no hold without paying, although the money went back', async () => {
    const influencer = await offering()
    const ann = await fan()
    const request = await held(ann, influencer, window('10:00'))
    await t.confirm((await t.pay(ann, request)).body)
    await t.server.doDueWork()
    const declined = await t.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, {
      reason: 'Please ask for it once more',
    })
    expect(declined.status).toBe(200)
    await t.server.doDueWork()
    expect((await t.request(ann, request.slug)).payment.status).toBe('refunded')
    expect((await t.book(ann, influencer, window('10:00'))).status).toBe(201)
    await auditIsClean()
  })
})
