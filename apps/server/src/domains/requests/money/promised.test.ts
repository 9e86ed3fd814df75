import {
  formatAmount,
  HOUR_SECONDS,
  type MoneyBackPolicy,
  type MoneyRail,
  type RequestMoneyBack,
  type SessionRequest,
} from '@parley/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

/** Cancellations; fewer or more by `CANCELLATIONS`. */
const CASES = Number(process.env.CANCELLATIONS ?? 24)
/** What they are made of; others by `CANCELLATIONS_SEED`. */
const SEED = Number(process.env.CANCELLATIONS_SEED ?? 20_270_302)
const POLICIES: MoneyBackPolicy[] = ['flexible', 'moderate', 'strict']
/** So many are sold at one moment and cancelled one after the other, while the clock continues. */
const SOLD_AT_ONCE = 15

let t: TestServer
let fan: TestPerson
let stars: TestPerson[]
beforeAll(async () => {
  t = await openTestServer()
  fan = await t.fan('fan')
  stars = await Promise.all(POLICIES.map(policy => t.influencer(policy)))
})
afterAll(() => t?.close())

const someCase = fc.record({
  star: fc.nat(2),
  /** When the call would begin, after it was paid. */
  startsIn: fc.integer({ min: HOUR_SECONDS, max: 100 * HOUR_SECONDS }),
  /** At what part of that time the buyer looks at the page. */
  looksAt: fc.double({ min: 0, max: 0.999, noNaN: true }),
  /** For how long the page is open before *Cancel* is pressed. */
  looksFor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 8 * HOUR_SECONDS })),
})
interface Case {
  star: number
  startsIn: number
  looksAt: number
  looksFor: number
}
const somePrices = fc.tuple(...POLICIES.map(() => fc.integer({ min: 100, max: 1_000_000 })))

async function sellFor(prices: readonly number[]): Promise<void> {
  await Promise.all(
    stars.map((star, n) => {
      const form = new FormData()
      form.set('main_session[money_back]', POLICIES[n] ?? '')
      form.set('main_session[amount]', ((prices[n] ?? 0) / 100).toFixed(2))
      return t.call(star, `PATCH /api/influencer/${star.username}/`, form)
    }),
  )
}

async function sell({ star, startsIn }: Case): Promise<SessionRequest> {
  const startMs = t.clock.now().getTime() + startsIn * 1000
  const [start, end] = [startMs, startMs + 7_200_000].map(ms => new Date(ms).toISOString())
  const booked = await t.book(fan, stars[star] ?? fan, { timeRange: { start, end } })
  expect(booked.status).toBe(201)
  await t.confirm((await t.pay(fan, booked.body)).body)
  return booked.body
}

type Refused = { money_back: RequestMoneyBack }
const press = (request: SessionRequest, sum: string) =>
  t.call<SessionRequest & Refused>(fan, `POST /api/influencer/parley_requests/${request.id}/cancel/`, {
    expect: sum,
  })
const shown = async (request: SessionRequest) => (await t.request(fan, request.slug)).money_back?.now ?? null

/**
 * Cancels as a person does who was shown a sum: another sum by now is refused, shown, and pressed. Answers what was
 * promised last.
 */
async function cancelAsShown(request: SessionRequest, { looksFor }: Case): Promise<string | null> {
  const first = await shown(request)
  if (first === null) return null
  t.clock.advance(looksFor)
  let pressed = await press(request, first.amount)
  let promised: string | null = first.amount
  if (pressed.status === 409) {
    promised = pressed.body.money_back?.now?.amount ?? null
    expect(promised).not.toBe(first.amount)
    expect((await t.request(fan, request.slug)).payment.refunded_amount).toBe('0.00')
    if (promised === null) return null
    pressed = await press(request, promised)
  }
  expect([pressed.status, pressed.body.state]).toEqual([200, 'cancelled'])
  expect(pressed.body.payment.refunded_amount).toBe(promised)
  return promised
}

async function arrived({ slug }: SessionRequest): Promise<string> {
  const { body } = await t.call<MoneyRail>(fan, `GET /api/parley/${slug}/money/`)
  const back = body.lines.filter(({ what }) => what === 'refund_arrived')
  return formatAmount(Math.round(back.reduce((sum, { amount }) => sum + Number(amount) * 100, 0)))
}

/** Only what hangs ends by it. */
const TIME_LIMIT_MS = 600_000 + CASES * 5_000

test('what the page promised is what came back, to the penny', { timeout: TIME_LIMIT_MS }, async () => {
  const cases = fc.sample(someCase, { numRuns: CASES, seed: SEED })
  const prices = fc.sample(somePrices, { numRuns: Math.ceil(CASES / SOLD_AT_ONCE), seed: SEED })
  const seen = new Map<string, number>()
  for (let from = 0; from < CASES; from += SOLD_AT_ONCE) {
    await sellFor(prices[from / SOLD_AT_ONCE] ?? [])
    const soldMs = t.clock.now().getTime()
    const sold: { request: SessionRequest; each: Case }[] = []
    for (const each of cases.slice(from, from + SOLD_AT_ONCE)) sold.push({ request: await sell(each), each })
    await t.server.doDueWork()
    const promises: { request: SessionRequest; promised: string }[] = []
    const atMs = ({ startsIn, looksAt }: Case) => soldMs + startsIn * looksAt * 1000
    for (const { request, each } of sold.toSorted((a, b) => atMs(a.each) - atMs(b.each))) {
      t.clock.advance(Math.max(0, atMs(each) - t.clock.now().getTime()) / 1000)
      const promised = await cancelAsShown(request, each)
      if (promised !== null) promises.push({ request, promised })
      const part =
        promised === null
          ? 'too late'
          : String(Math.round((Number(promised) / Number(request.amount)) * 2) / 2)
      seen.set(part, (seen.get(part) ?? 0) + 1)
    }
    await t.server.doDueWork()
    for (const { request, promised } of promises) expect(await arrived(request)).toBe(promised)
  }
  expect(await t.breaches()).toEqual([])
  // Each kind of promise was among them.
  expect([...seen.keys()].sort()).toEqual(['0', '0.5', '1', 'too late'])
})
