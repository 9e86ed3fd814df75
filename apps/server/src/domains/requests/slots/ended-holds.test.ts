import type { SessionRequest } from '@parley/contract'
import { MINUTE_SECONDS, messages } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../../../testing/api-caller.ts'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

const HOLD_SECONDS = 10 * MINUTE_SECONDS
const LIMIT = { timeout: 120_000 }

let t: TestServer
/** The same however far the clock moves. */
let day: string
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  day = inTwoDays(t, '00:00').slice(0, 10)
})
afterAll(() => t?.close())
afterEach(() => t.sandbox.faults.clear())

let people = 0
const fan = () => t.fan(`latefan${people++}`)
const start = (time: string) => `${day}T${time}:00.000Z`
/** Just as long as a call, which is 15 minutes. */
const window = (time: string) => ({
  timeRange: { start: start(time), end: new Date(Date.parse(start(time)) + 15 * 60_000).toISOString() },
})
async function requested(buyer: TestPerson, influencer: TestPerson, time: string): Promise<SessionRequest> {
  const booked = await t.book(buyer, influencer, window(time))
  expect(booked.status).toBe(201)
  return booked.body
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

type Take = () => Promise<Answer<unknown>>
/** What somebody does to get the time; what is needed before the time is held by another is done at once. */
type Way = (influencer: TestPerson) => Promise<Take>

const offersAnEvent = (influencer: TestPerson, event: Record<string, unknown>) =>
  t.call(influencer, `PATCH /api/influencer/${influencer.username}/`, { virtual_event: event })
const TALK = { title: 'A talk', description: 'Openings', amount: '5.00', duration: 3600, duration_display: 2 }

/** Who held the time first and did not pay. */
async function heldBefore(influencer: TestPerson) {
  const ben = await fan()
  return { ben, request: await requested(ben, influencer, '10:00') }
}
const soldAt = async (influencer: TestPerson, time: string) => {
  const cat = await fan()
  return { cat, request: await t.bookAndPay(cat, influencer, { slot: start(time) }) }
}

const WAYS: [string, Way][] = [
  ['asks for it', async influencer => async () => t.book(await fan(), influencer, window('10:00'))],
  [
    'picks a slot in it',
    async influencer => async () => t.book(await fan(), influencer, { slot: start('10:00') }),
  ],
  [
    'held it before and goes to pay',
    async influencer => {
      const { ben, request } = await heldBefore(influencer)
      return () => t.pay(ben, request)
    },
  ],
  [
    'held it before and is accepted',
    async influencer => {
      const { request } = await heldBefore(influencer)
      return () => t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`, {})
    },
  ],
  [
    'moves a call to it',
    async influencer => {
      const { cat, request } = await soldAt(influencer, '15:00')
      const to = { slot: start('10:00'), sequence: 0 }
      return () => t.call(cat, `POST /api/parley/${request.slug}/session/move/`, to)
    },
  ],
  [
    'is offered it for another call',
    async influencer => {
      const { request } = await soldAt(influencer, '15:00')
      const slots = { slots: [start('10:00')] }
      return () => t.call(influencer, `POST /api/parley/${request.slug}/session/proposal/`, slots)
    },
  ],
  [
    'is the influencer, who plans an event',
    async influencer => () => offersAnEvent(influencer, { ...TALK, starts_at: start('09:30') }),
  ],
  [
    'is the influencer, who moves an event',
    async influencer => {
      await offersAnEvent(influencer, { ...TALK, starts_at: start('18:00') })
      const { rows } = await t.server.database.pool.query<{ id: string }>(
        'select id from live_events where influencer_id = $1',
        [influencer.id],
      )
      return () => offersAnEvent(influencer, { id: rows[0]?.id, starts_at: start('09:30') })
    },
  ],
]

/** Somebody held the time, paid a second before the hold ended, and the provider's webhook is late. */
async function paidInTime(way: Way) {
  const influencer = await offersEveryHour(t, `latestar${people++}`)
  const take = await way(influencer)
  await t.advance(HOLD_SECONDS)
  const ann = await fan()
  const request = await requested(ann, influencer, '10:00')
  const paying = (await t.pay(ann, request)).body
  t.clock.advance(HOLD_SECONDS - 1)
  expect((await t.confirm(paying)).status).toBe(200)
  t.clock.advance(2)
  return { take, ann, request }
}

async function isAnns({ ann, request }: { ann: TestPerson; request: SessionRequest }) {
  await t.server.doDueWork()
  expect(await t.request(ann, request.slug)).toMatchObject({
    state: 'offered',
    payment: { status: 'paid', refunded_amount: '0.00' },
  })
  await auditIsClean()
}

const UNREACHABLE = { action: 'drop', method: 'GET', path: '/v1/payment_intents/*' } as const

describe.each(WAYS)('a time that was paid before its hold ended, while another %s', LIMIT, (_what, way) => {
  test('is given to nobody while the provider cannot be asked, and stays with who paid it, although its answer is late', async () => {
    const held = await paidInTime(way)
    t.sandbox.faults.add({ ...UNREACHABLE, times: 100 })
    expect(await held.take()).toMatchObject({ status: 503, body: { detail: messages.timeMayBePaid } })
    t.sandbox.faults.clear()
    expect(await held.take()).toMatchObject({ status: 409 })
    await isAnns(held)
  })
})

test.each(WAYS.slice(2, 6))('a time that nobody paid is free for who %s', LIMIT, async (_what, way) => {
  const influencer = await offersEveryHour(t, `latestar${people++}`)
  const take = await way(influencer)
  await t.advance(HOLD_SECONDS)
  const ann = await fan()
  const request = await requested(ann, influencer, '10:00')
  await t.pay(ann, request)
  await t.advance(HOLD_SECONDS + 1)
  expect((await take()).status).toBeLessThan(300)
  await auditIsClean()
})

test(
  'of two who paid one time, the one who held it last and paid in time has it, whichever word comes first',
  LIMIT,
  async () => {
    const influencer = await offersEveryHour(t, `latestar${people++}`)
    const { ben, request: first } = await heldBefore(influencer)
    const bens = (await t.pay(ben, first)).body
    await t.advance(HOLD_SECONDS)
    const ann = await fan()
    const second = await requested(ann, influencer, '10:00')
    const anns = (await t.pay(ann, second)).body
    t.clock.advance(HOLD_SECONDS - 1)
    t.sandbox.faults.webhooks.hold()
    await t.confirm(anns)
    t.clock.advance(2)
    await t.confirm(bens)
    // Ben comes back from the provider, which nobody asked about Ann yet.
    const back = { paymentIntentId: bens.payment_intent }
    await t.call(ben, 'POST /api/parley/parley_request/payment-intent/', back)
    t.sandbox.faults.webhooks.release()
    await t.server.doDueWork()
    expect((await t.request(ann, second.slug)).payment).toMatchObject({
      status: 'paid',
      refunded_amount: '0.00',
    })
    expect((await t.request(ben, first.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    await auditIsClean()
  },
)

const slotAt = (time: string) => ({ slot: start(time) })

/** What somebody holds, and how they get another time in another tab. */
type Own = (ann: TestPerson, influencer: TestPerson) => Promise<{ held: SessionRequest; take: Take }>
const OWN: [string, Own][] = [
  [
    'picked, while they pick another',
    async (ann, influencer) => ({
      held: (await t.book(ann, influencer, slotAt('10:00'))).body,
      take: () => t.book(ann, influencer, slotAt('15:00')),
    }),
  ],
  [
    'asked for, while they pick another',
    async (ann, influencer) => ({
      held: await requested(ann, influencer, '10:00'),
      take: () => t.book(ann, influencer, slotAt('15:00')),
    }),
  ],
  [
    'asked for, while they ask for another',
    async (ann, influencer) => ({
      held: await requested(ann, influencer, '10:00'),
      take: () => t.book(ann, influencer, window('15:00')),
    }),
  ],
  [
    'asked for, while they go to pay another',
    async (ann, influencer) => {
      const other = await requested(ann, influencer, '15:00')
      return { held: await requested(ann, influencer, '10:00'), take: () => t.pay(ann, other) }
    },
  ],
]

describe.each(OWN)('who has just paid for a time that they %s', LIMIT, (_what, own) => {
  async function paidJustNow() {
    const influencer = await offersEveryHour(t, `latestar${people++}`)
    const ann = await fan()
    const { held, take } = await own(ann, influencer)
    const paying = (await t.pay(ann, held)).body
    t.sandbox.faults.webhooks.hold()
    expect((await t.confirm(paying)).status).toBe(200)
    return { influencer, ann, request: held, take }
  }
  async function keptIt({ influencer, ann, request }: Awaited<ReturnType<typeof paidJustNow>>) {
    expect((await t.book(await fan(), influencer, slotAt('10:00'))).status).toBe(409)
    t.sandbox.faults.clear()
    await t.server.doDueWork()
    const { payment } = await t.request(ann, request.slug)
    expect(payment).toMatchObject({ status: 'paid', refunded_amount: '0.00' })
    await auditIsClean()
  }

  test('keeps it, although the provider’s answer is late', async () => {
    const paid = await paidJustNow()
    expect((await paid.take()).status).toBeLessThan(300)
    await keptIt(paid)
  })

  test('gives nothing up as long as the provider cannot be asked', async () => {
    const paid = await paidJustNow()
    t.sandbox.faults.add({ ...UNREACHABLE, times: 100 })
    const detail = messages.timeMayBePaidByYou
    expect(await paid.take()).toMatchObject({ status: 503, body: { detail } })
    await keptIt(paid)
  })
})

const soldBeside = (influencer: TestPerson) =>
  fan().then(cat => t.bookAndPay(cat, influencer, window('10:15')))
const REFUSED: [string, number, Way][] = [
  [
    'picks a slot that reaches into a sold time',
    409,
    async influencer => {
      await soldBeside(influencer)
      return async () => t.book(await fan(), influencer, slotAt('10:00'))
    },
  ],
  [
    'moves a call to one',
    409,
    async influencer => {
      await soldBeside(influencer)
      const { cat, request } = await soldAt(influencer, '15:00')
      const to = { ...slotAt('10:00'), sequence: 0 }
      return () => t.call(cat, `POST /api/parley/${request.slug}/session/move/`, to)
    },
  ],
  [
    'plans an event over one',
    409,
    async influencer => {
      await soldBeside(influencer)
      return () => offersAnEvent(influencer, { ...TALK, starts_at: start('09:30') })
    },
  ],
  [
    'holds three times elsewhere',
    429,
    async influencer => {
      const eve = await fan()
      // Who ever paid may hold several.
      await t.bookAndPay(eve, await offersEveryHour(t, `latestar${people++}`))
      for (let nth = 0; nth < 3; nth++)
        await t.book(eve, await offersEveryHour(t, `latestar${people++}`), slotAt('10:00'))
      return () => t.book(eve, influencer, slotAt('10:00'))
    },
  ],
]

test.each(REFUSED)(
  'where a hold ended, who %s is refused without a question to the provider',
  LIMIT,
  async (_what, status, way) => {
    const influencer = await offersEveryHour(t, `latestar${people++}`)
    await requested(await fan(), influencer, '10:00')
    await t.advance(HOLD_SECONDS + 1)
    const take = await way(influencer)
    t.sandbox.faults.add({ ...UNREACHABLE, times: 1_000 })
    expect((await take()).status).toBe(status)
    t.sandbox.faults.clear()
    await auditIsClean()
  },
)

test('where many holds ended, the provider is asked about four of them at once', LIMIT, async () => {
  const influencer = await offersEveryHour(t, `latestar${people++}`)
  for (const time of ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00'])
    await requested(await fan(), influencer, time)
  await t.advance(HOLD_SECONDS + 1)
  const { fetch: really } = globalThis
  const fourFetched = Promise.withResolvers<void>()
  const questions = { open: 0, most: 0, all: 0 }
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isQuestion = init?.method === 'GET' && String(input).includes('/v1/payment_intents/')
    if (!isQuestion) return really(input, init)
    questions.all++
    questions.open++
    questions.most = Math.max(questions.most, questions.open)
    if (questions.open === 4) fourFetched.resolve()
    await fourFetched.promise
    return really(input, init).finally(() => questions.open--)
  })
  try {
    const planned = await offersAnEvent(influencer, { ...TALK, duration: 28_800, starts_at: start('09:30') })
    expect(planned.status).toBe(200)
  } finally {
    watched.mockRestore()
  }
  expect(questions).toEqual({ open: 0, most: 4, all: 6 })
  await auditIsClean()
})

describe('a picked time whose hold ends while the provider cannot be asked', LIMIT, () => {
  async function heldSlot() {
    const influencer = await offersEveryHour(t, `latestar${people++}`)
    const ann = await fan()
    const { body: request } = await t.book(ann, influencer, { slot: start('10:00') })
    const paying = (await t.pay(ann, request)).body
    t.clock.advance(HOLD_SECONDS - 1)
    t.sandbox.faults.webhooks.hold()
    return { influencer, ann, request, paying }
  }
  const away = () => t.sandbox.faults.add({ ...UNREACHABLE, times: 1_000 })

  test('is kept for who paid it in time', async () => {
    const { influencer, ann, request, paying } = await heldSlot()
    await t.confirm(paying)
    away()
    await t.advance(2)
    expect((await t.book(await fan(), influencer, { slot: start('10:00') })).status).toBe(409)
    t.sandbox.faults.clear()
    await t.advance(MINUTE_SECONDS)
    expect(await t.request(ann, request.slug)).toMatchObject({
      state: 'accepted',
      payment: { status: 'paid', refunded_amount: '0.00' },
    })
    await auditIsClean()
  })

  test('is free again after an hour, and what was paid for it goes back', async () => {
    const { influencer, ann, request, paying } = await heldSlot()
    await t.confirm(paying)
    away()
    await t.advance(2)
    await t.advance(50 * MINUTE_SECONDS)
    expect((await t.request(ann, request.slug)).state).toBe('expired')
    t.sandbox.faults.clear()
    expect((await t.book(await fan(), influencer, { slot: start('10:00') })).status).toBe(201)
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect((await t.request(ann, request.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    await auditIsClean()
  })
})
