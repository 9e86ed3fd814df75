import {
  DECLINED_CARDS_AN_HOUR_MAX,
  EMAIL_PROOF_TTL_MS,
  EMAIL_PROOFS_AT_ONCE_MAX,
  messages,
  PAYMENT_INTENTS_AN_HOUR_MAX,
  type Page,
  SLOT_HOLDS_MAX,
  UNPAID_REQUESTS_MAX,
  UNPAID_REQUESTS_WITH_ONE_MAX,
} from '@parley/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { inTwoDays, offersEveryHour, openTestServer, type TestPerson } from '../../../testing/test-server.ts'

const t = await openTestServer({ connections: 60 })
const events = eventCaller(t)
afterAll(t.close)
afterEach(async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const ivy = await t.influencer('ivy')
const rita = await t.influencer('rita')
const DECLINED = '4000000000000002'
/** Of the calls that are booked here. */
const DURATION_MS = 900_000
const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, answer => answer.status)].map(([status, some]) => [status, some.length]),
  )
/** Refused for a while that is said, within an hour. */
async function expectWait(refused: Answer<unknown>, detail: string) {
  expect([refused.status, refused.body]).toEqual([429, { detail }])
  const seconds = Number(refused.headers.get('retry-after'))
  // What it waits for happened a moment ago.
  expect(seconds).toBeGreaterThan(3000)
  expect(seconds).toBeLessThanOrEqual(3600)
}
let windowStars = 0
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

test('a buyer has few unpaid bookings with one influencer, whatever races', async () => {
  const fan = await t.fan('many-with-one')
  const answers = await times(30, () => t.book(fan, ivy))
  const max = UNPAID_REQUESTS_WITH_ONE_MAX
  expect(statuses(answers)).toEqual({ 201: max, 409: 30 - max })
  const refused = answers.find(answer => answer.status === 409)
  expect(refused?.body).toEqual({ detail: messages.tooManyUnpaidWithOne, way_on: 'bookings' })
  const [first] = answers.filter(answer => answer.status === 201)
  await t.call(fan, `POST /api/influencer/parley_requests/${first?.body.id}/cancel/`)
  expect((await t.book(fan, ivy)).status).toBe(201)
  expect((await t.book(await t.fan('somebody-else'), ivy)).status).toBe(201)
})

test('a time counts like any other booking, and bookings with one influencer bound none with another', async () => {
  const fan = await t.fan('many-then-a-time')
  const oda = await offersEveryHour(t, 'oda')
  for (let nth = 0; nth < UNPAID_REQUESTS_WITH_ONE_MAX; nth++)
    expect((await t.book(fan, oda)).status).toBe(201)
  const slot = inTwoDays(t, '10:00')
  expect(await t.book(fan, oda, { slot })).toMatchObject({
    status: 409,
    body: { detail: messages.tooManyUnpaidWithOne },
  })
  expect((await t.book(fan, rita)).status).toBe(201)
  const other = await t.fan('a-time-alone')
  expect((await t.book(other, oda, { slot })).status).toBe(201)
})

test('who holds three times is told when the first is free again, in whole seconds', async () => {
  const fan = await t.fan('holds-three')
  await t.bookAndPay(fan, rita)
  const stars = await Promise.all(
    ['one', 'two', 'three', 'four'].map(name => offersEveryHour(t, `of-${name}`)),
  )
  const book = (star: TestPerson | undefined) => t.book(fan, star ?? ivy, { slot: inTwoDays(t, '12:00') })
  const [one, two, three, four] = stars
  for (const star of [one, two, three]) expect((await book(star)).status).toBe(201)
  const waits = async () => {
    const { status, body, headers } = await book(four)
    return [status, body, headers.get('retry-after')]
  }
  expect(await waits()).toEqual([429, { detail: messages.tooManySlotsHeld }, '600'])
  t.clock.advance(599.7)
  expect(await waits()).toEqual([429, { detail: messages.tooManySlotsHeld }, '1'])
})

test.each([
  ['is given up for another with the same influencer', 'nothing', 201],
  ['is no hold any more once it was accepted', 'accepted', 201],
  ['still counts while it is being paid', 'being paid', 429],
] as const)('of three held windows one %s', async (_title, happens, status) => {
  const fan = await t.fan(`three-windows-${happens.replace(' ', '-')}`)
  await t.bookAndPay(fan, rita)
  const stars = await times(SLOT_HOLDS_MAX, () => t.influencer(`window-star-${++windowStars}`))
  const [start, later] = [inTwoDays(t, '12:00'), inTwoDays(t, '15:00')]
  const windowFrom = (from: string) => ({
    start: from,
    end: new Date(Date.parse(from) + DURATION_MS).toISOString(),
  })
  const booked = await Promise.all(stars.map(star => t.book(fan, star, { timeRange: windowFrom(start) })))
  expect(statuses(booked)).toEqual({ 201: SLOT_HOLDS_MAX })
  const [star, request] = [stars[0] ?? ivy, booked[0]?.body]
  if (!request) throw new Error('nothing was booked')
  if (happens === 'accepted') await t.call(star, `POST /api/influencer/requests/${request.id}/accept/`, {})
  if (happens === 'being paid') {
    const { body: intent } = await t.pay(fan, request)
    t.sandbox.faults.add({
      action: 'processing',
      path: `/v1/payment_intents/${intent.payment_intent}/confirm`,
    })
    await t.confirm(intent)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe('processing')
  }
  expect((await t.book(fan, star, { timeRange: windowFrom(later) })).status).toBe(status)
})

test('and few in all, of every kind; a paid one is not among them, a repeat is no new one', async () => {
  const fan = await t.fan('many-in-all')
  await t.bookAndPay(fan, ivy)
  const event = await events.create(ivy, { title: 'Bounded' })
  const uuid = crypto.randomUUID()
  const answers = await Promise.all([
    ...Array.from({ length: 25 }, () => t.call(fan, 'POST /api/parley/prepaid-link/', link)),
    ...Array.from({ length: 5 }, () => t.book(fan, rita)),
    events.bookPlace(fan, event),
  ])
  expect(statuses(answers)).toEqual({ 201: UNPAID_REQUESTS_MAX, 409: 31 - UNPAID_REQUESTS_MAX })
  const other = await t.fan('repeats')
  const same = await times(20, () => t.book(other, rita, { uuid }))
  expect(statuses(same)).toEqual({ 201: 20 })
})

test('who pays one booking after the other never meets a bound, also while the provider’s events are lost', async () => {
  const fan = await t.fan('quick-payer')
  t.sandbox.faults.webhooks.add({ action: 'drop', times: 1000 })
  for (let i = 0; i <= PAYMENT_INTENTS_AN_HOUR_MAX; i++) {
    const { status, body } = await t.book(fan, ivy)
    expect(status).toBe(201)
    await t.confirm((await t.pay(fan, body)).body)
  }
  for (let i = 0; i < 3; i++) {
    const { status, body } = await events.bookPlace(fan, await events.create(ivy, { title: 'Paid at once' }))
    expect(status).toBe(201)
    await t.confirm((await t.pay(fan, body)).body)
  }
  t.sandbox.faults.clear()
}, 120_000) // Forty bookings, each paid, one after the other.

test('who let a place expire or cancelled it twice unpaid waits before holding one again', async () => {
  const event = await events.create(ivy, { title: 'Small', capacity: 1 })
  const holder = await t.fan('holder')
  await events.bookPlace(holder, event)
  await t.advance(15 * 60 + 1)
  const { body: second } = await events.bookPlace(holder, event)
  await t.call(holder, `POST /api/influencer/parley_requests/${second.id}/cancel/`)
  const refused = await events.bookPlace(holder, event)
  await expectWait(refused, messages.heldTooOften)
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect((await events.bookPlace(await t.fan('in-time'), event)).status).toBe(201)
  await t.advance(60 * 60 + 1)
  expect((await events.bookPlace(holder, event)).status).toBe(201)
})

test('intents made for one person in an hour are bounded, however they book and cancel', async () => {
  const fan = await t.fan('fickle')
  for (let i = 0; i < PAYMENT_INTENTS_AN_HOUR_MAX; i++) {
    const { body } = await t.book(fan, rita)
    await t.call(fan, `POST /api/influencer/parley_requests/${body.id}/cancel/`)
  }
  await expectWait(await t.book(fan, rita), messages.tooManyPayments)
  await t.advance(60 * 60 + 1)
  expect((await t.book(fan, rita)).status).toBe(201)
}, 120_000) // Forty bookings and as many cancellations, one after the other.

test('after too many declined cards nothing can be tried for an hour, at the provider neither', async () => {
  const fan = await t.fan('card-tester')
  const tried = (await t.book(fan, rita)).body
  const spare = (await t.book(fan, ivy)).body
  const [intent, spareIntent] = [(await t.pay(fan, tried)).body, (await t.pay(fan, spare)).body]
  for (let i = 0; i < DECLINED_CARDS_AN_HOUR_MAX; i++) {
    expect((await t.pay(fan, tried)).status).toBe(200)
    await t.confirm(intent, DECLINED)
    await t.server.doDueWork()
  }
  await expectWait(await t.pay(fan, tried), messages.tooManyDeclined)
  await t.confirm(spareIntent)
  await t.server.doDueWork()
  expect((await t.request(fan, spare.slug)).payment.status).toBe('unpaid')
  await t.advance(60 * 60 + 1)
  await t.confirm((await t.pay(fan, tried)).body)
  await t.server.doDueWork()
  expect((await t.request(fan, tried.slug)).payment.status).toBe('paid')
})

describe('who neither confirmed their email nor ever paid', () => {
  let made = 0
  const newEvents = (count: number) =>
    times(count, () => events.create(ivy, { title: `Held ${++made}`, capacity: 9 }))
  const refusedStranger = {
    status: 403,
    body: { detail: messages.confirmEmailFirst, way_on: 'confirm_email' },
  }
  const addressOf = (fan: TestPerson) => `${fan.username}@example.org`
  const requestLink = (fan: TestPerson) => t.call(fan, 'POST /api/user/me/email/confirm/')
  const confirm = (token: string, by: TestPerson) => t.call(by, 'POST /api/user/email/confirm/', { token })
  async function mailedToken(fan: TestPerson): Promise<string> {
    await t.server.doDueWork()
    const path = `GET /sandbox/mail/?as=json&to=${encodeURIComponent(addressOf(fan))}` as const
    const { body } = await t.call<Page<{ subject: string; text: string }>>(null, path)
    const mail = body.results.find(({ subject }) => subject === 'Confirm your email')
    return /\/confirm-email#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail'
  }

  test('holds one unpaid place, whatever races', async () => {
    const fan = await t.fan('stranger')
    const some = await newEvents(12)
    const answers = await Promise.all(some.map(event => events.bookPlace(fan, event)))
    expect(statuses(answers)).toEqual({ 201: 1, 403: 11 })
    expect(answers.find(answer => answer.status === 403)).toMatchObject(refusedStranger)
  })

  test.each(['slot', 'timeRange'] as const)('holds one unpaid time by %s, whatever races', async way => {
    const fan = await t.fan(`stranger-by-${way}`)
    const names = Array.from({ length: 4 }, (_, nth) => `held-by-${way}-${nth}`)
    const stars = await Promise.all(
      names.map(name => (way === 'slot' ? offersEveryHour(t, name) : t.influencer(name))),
    )
    const start = inTwoDays(t, '12:00')
    const end = new Date(Date.parse(start) + DURATION_MS).toISOString()
    const time = way === 'slot' ? { slot: start } : { timeRange: { start, end } }
    const answers = await Promise.all(stars.map(star => t.book(fan, star, time)))
    expect(statuses(answers)).toEqual({ 201: 1, 403: 3 })
    expect(answers.find(answer => answer.status === 403)).toMatchObject(refusedStranger)
    // Who picks another time with the same influencer holds one as before.
    const held = stars[answers.findIndex(answer => answer.status === 201)]
    const later = (iso: string) => new Date(Date.parse(iso) + 4 * DURATION_MS).toISOString()
    const other =
      way === 'slot' ? { slot: later(start) } : { timeRange: { start: later(start), end: later(end) } }
    expect((await t.book(fan, held ?? ivy, other)).status).toBe(201)
    await t.bookAndPay(fan, rita)
    const free = stars.find(star => star !== held)
    expect((await t.book(fan, free ?? ivy, time)).status).toBe(201)
  })

  test('books calls and links as everybody does, and place after place that they pay', async () => {
    const fan = await t.fan('honest')
    const some = await newEvents(3)
    expect((await t.book(fan, ivy)).status).toBe(201)
    expect((await t.call(fan, 'POST /api/parley/prepaid-link/', link)).status).toBe(201)
    for (const event of some) {
      const { status, body } = await events.bookPlace(fan, event)
      expect(status).toBe(201)
      await t.confirm((await t.pay(fan, body)).body)
      await t.server.doDueWork()
    }
  })

  test('has paid once: then they hold several', async () => {
    const fan = await t.fan('known-payer')
    await t.bookAndPay(fan, rita)
    const answers = await Promise.all((await newEvents(2)).map(event => events.bookPlace(fan, event)))
    expect(statuses(answers)).toEqual({ 201: 2 })
  })

  test('confirms by the mailed link, once: then they hold several', async () => {
    const fan = await t.fan('confirmer')
    const [one, two] = await newEvents(2)
    if (!one || !two) throw new Error('no events')
    expect((await events.bookPlace(fan, one)).status).toBe(201)
    expect(await events.bookPlace(fan, two)).toMatchObject(refusedStranger)
    expect(await requestLink(fan)).toMatchObject({ status: 202, body: { email: addressOf(fan) } })
    const token = await mailedToken(fan)
    const confirmed = await times(8, () => confirm(token, fan))
    expect(statuses(confirmed)).toEqual({ 200: 1, 400: 7 })
    expect((await events.bookPlace(fan, two)).status).toBe(201)
    expect(await requestLink(fan)).toMatchObject({
      status: 409,
      body: { detail: messages.emailConfirmedAlready },
    })
  })

  test('gains nothing by a link of another mailbox, by a late one or by another address', async () => {
    const fan = await t.fan('cheat')
    const [one, two] = await newEvents(2)
    if (!one || !two) throw new Error('no events')
    await events.bookPlace(fan, one)
    const friend = await t.fan('friend-of-cheat')
    await requestLink(friend)
    expect(await confirm(await mailedToken(friend), friend)).toMatchObject({
      body: { email: addressOf(friend) },
    })
    expect(await events.bookPlace(fan, two)).toMatchObject(refusedStranger)
    await requestLink(fan)
    const late = await mailedToken(fan)
    t.clock.advance(EMAIL_PROOF_TTL_MS / 1000)
    expect((await confirm(late, fan)).status).toBe(400)
  })

  test('is mailed a few links a day, and to their own address alone', async () => {
    const fan = await t.fan('mailer')
    const answers = await times(EMAIL_PROOFS_AT_ONCE_MAX + 5, () => requestLink(fan))
    expect(statuses(answers)).toEqual({ 202: EMAIL_PROOFS_AT_ONCE_MAX, 429: 5 })
    const refused = answers.find(answer => answer.status === 429)
    expect(refused?.headers.get('retry-after')).toBe(String(EMAIL_PROOF_TTL_MS / 1000))
  })
})
