import { DAY_MS, HOUR_SECONDS, MINUTE_SECONDS, type SessionRequest, type Slots } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))
const RIVALS = 4

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const at = (time: string) =>
  `${new Date(t.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`
async function offering(more: object = {}): Promise<TestPerson> {
  const influencer = await t.influencer(`star${people++}`)
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0, ...more }
  const saved = await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  expect(saved.status).toBe(200)
  return influencer
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

describe('what cannot be at once', { timeout: 180_000 }, () => {
  test('has one winner over two processes: slots, a dated event, a suggestion, and slots whose buffers touch', async () => {
    const influencer = await offering({ step: 15, buffer_before: 10, buffer_after: 10 })
    const elsewhere = await t.bookAndPay(await fan(), influencer, { slot: at('18:00') })
    const buyers = await Promise.all(Array.from({ length: 2 * RIVALS }, fan))
    const fields = { title: 'Openings', description: 'A talk', amount: '5.00', starts_at: at('10:15') }
    const event = { ...fields, duration: 3600, duration_display: 2 }
    const other = await t.openAnother({ connections: 20 })
    try {
      const answers = await Promise.all([
        ...buyers.map((buyer, nth) =>
          (nth % 2 ? other : t).book(buyer, influencer, { slot: at(nth < RIVALS ? '10:00' : '10:30') }),
        ),
        other.call(influencer, `PATCH /api/influencer/${influencer.username}/`, { virtual_event: event }),
        t.call(influencer, `POST /api/parley/${elsewhere.slug}/session/proposal/`, { slots: [at('10:15')] }),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - 1)
      await auditIsClean()
    } finally {
      await other.close()
    }
  })
})

describe('moves of one call', { timeout: 180_000 }, () => {
  test('to several times at once, while the call begins, have one effect at most, and none after it began', async () => {
    for (let round = 0; round < 3; round++) {
      const influencer = await offering()
      const buyer = await fan()
      const request = await t.bookAndPay(buyer, influencer, { slot: at('09:00') })
      const path = `POST /api/parley/${request.slug}/session/move/` as const
      const moveTo = (time: string, sequence = 0) =>
        t.call<SessionRequest>(buyer, path, { slot: at(time), sequence })
      const [, ...moves] = await Promise.all([
        beginCall(t.server.domains.requests, request.id),
        ...['10:00', '11:00', '12:00', '13:00'].map(time => moveTo(time)),
      ])
      const won = moves.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThan(2)
      expect(moves.filter(({ status }) => status === 409)).toHaveLength(moves.length - won.length)
      const after = await t.request(buyer, request.slug)
      expect(after.slot).toMatchObject({
        sequence: won.length,
        start: won[0]?.body.slot?.start ?? at('09:00'),
      })
      expect((await moveTo('15:00', won.length)).status).toBe(409)
      await auditIsClean()
    }
  })
})

describe('money that is on its way when the hold would end', { timeout: 180_000 }, () => {
  const isFree = async (influencer: TestPerson, start: string) => {
    const day = start.slice(0, 10)
    const path = `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC` as const
    const { body } = await t.call<Slots>(null, path)
    return body.days.some(each => each.slots.some(slot => slot.start === start))
  }
  async function onItsWay({
    accept = 'auto',
    minutesBefore,
  }: {
    accept?: string
    minutesBefore?: number
  } = {}) {
    const influencer = await offering({ accept, notice: 0 })
    const buyer = await fan()
    const start = at('10:00')
    if (minutesBefore !== undefined)
      t.clock.advance((Date.parse(start) - t.clock.now().getTime()) / 1000 - minutesBefore * MINUTE_SECONDS)
    const { body: request } = await t.book(buyer, influencer, { slot: start })
    const intent = (await t.pay(buyer, request)).body
    const path = `/v1/payment_intents/${intent.payment_intent}/confirm`
    t.sandbox.faults.add({ action: 'processing', path })
    await t.confirm(intent)
    await t.server.doDueWork()
    expect((await t.request(buyer, request.slug)).payment.status).toBe('processing')
    await t.advance(11 * MINUTE_SECONDS)
    expect((await t.request(buyer, request.slug)).state).toBe('offered')
    expect(await isFree(influencer, start)).toBe(false)
    const arrives = () => {
      t.sandbox.faults.endProcessing(intent.payment_intent ?? '', 'succeeded')
      return t.server.doDueWork()
    }
    return { influencer, buyer, start, request, arrives }
  }

  test('keeps the time, and sells it when the provider says so', async () => {
    const { buyer, request, arrives } = await onItsWay()
    await arrives()
    expect(await t.request(buyer, request.slug)).toMatchObject({
      state: 'accepted',
      payment: { status: 'paid' },
    })
    await auditIsClean()
  })

  test.for([
    { accept: 'auto', after: 10 * MINUTE_SECONDS },
    { accept: 'hand', after: 0 },
  ])(
    'sells no time that is over, accepted by $accept: nobody was absent, and the money goes back',
    async ({ accept, after }) => {
      const { buyer, influencer, request, arrives } = await onItsWay({ accept, minutesBefore: 12 })
      await t.advance(MINUTE_SECONDS + after)
      expect((await t.request(buyer, request.slug)).state).toBe('offered')
      await arrives()
      expect(await t.request(buyer, request.slug)).toMatchObject({
        ...{ state: 'expired', outcome: 'unpaid', settled_by: 'late_money' },
        payment: { status: 'refunded', refunded_amount: '25.00' },
      })
      expect((await t.request(influencer, request.slug)).state).toBe('expired')
      await auditIsClean()
    },
  )

  test.for([
    { accept: 'auto', after: 10 * MINUTE_SECONDS, state: 'accepted' },
    { accept: 'hand', after: 0, state: 'offered' },
  ])('sells it a second before that, accepted by $accept', async ({ accept, after, state }) => {
    const { buyer, request, arrives } = await onItsWay({ accept, minutesBefore: 12 })
    await t.advance(MINUTE_SECONDS + after - 1)
    await arrives()
    expect(await t.request(buyer, request.slug)).toMatchObject({ state, payment: { status: 'paid' } })
    await auditIsClean()
  })

  test('asks nobody for money for a time that is over, although it is held', async () => {
    const influencer = await offering({ accept: 'hand', notice: 0 })
    const buyer = await fan()
    const start = at('10:00')
    t.clock.advance((Date.parse(start) - t.clock.now().getTime()) / 1000 - 5 * MINUTE_SECONDS)
    const { body: request } = await t.book(buyer, influencer, { slot: start })
    t.clock.advance(5 * MINUTE_SECONDS)
    const answer = await t.pay(buyer, request)
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('has passed') } })
  })

  test('keeps it for an hour: then the time is free, is sold to another, and the money goes back', async () => {
    const { influencer, buyer, start, request, arrives } = await onItsWay()
    await t.advance(HOUR_SECONDS - 11 * MINUTE_SECONDS - 1)
    expect(await isFree(influencer, start)).toBe(false)
    await t.advance(1)
    expect(await t.request(buyer, request.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
    expect(await isFree(influencer, start)).toBe(true)
    const next = await t.bookAndPay(await fan(), influencer, { slot: start })
    expect(next.state).toBe('accepted')
    await arrives()
    expect((await t.request(buyer, request.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    expect((await t.request(influencer, next.slug)).state).toBe('accepted')
    await auditIsClean()
  })
})
