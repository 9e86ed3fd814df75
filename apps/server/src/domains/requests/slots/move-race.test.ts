import { type Availability, MINUTE_MS, type SessionRequest, type Slots } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const MOVERS = 50
const CANCELLED = 20

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 30 })
})
afterAll(() => t?.close())

const always = [{ from: '00:00', to: '24:00' }]
const weekly = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
const HOURS = { mode: 'offered', zone: 'Europe/London', weekly, step: 15, version: 0 }
const dayMs = Date.UTC(2026, 2, 3)
const startOf = (nth: number) => new Date(dayMs + nth * 15 * MINUTE_MS).toISOString()

async function offering(name: string) {
  const influencer = await t.influencer(name, { price: '5.00', duration: 600 })
  await t.call<Availability>(influencer, 'PUT /api/influencer/me/availability/', HOURS)
  return influencer
}

async function paid(influencer: TestPerson, nth: number) {
  const buyer = await t.fan(`${influencer.username}-fan${nth}`)
  const { body } = await t.book(buyer, influencer, { slot: startOf(nth) })
  await t.confirm((await t.pay(buyer, body)).body)
  return { buyer, slug: body.slug }
}

/** Ten at a time: on a busy machine the server refuses some of fifty bookings at once with 503. */
async function soldOnes(influencer: TestPerson, nths: readonly number[]) {
  const all: Awaited<ReturnType<typeof paid>>[] = []
  for (let first = 0; first < nths.length; first += 10) {
    all.push(...(await Promise.all(nths.slice(first, first + 10).map(nth => paid(influencer, nth)))))
    await t.server.doDueWork()
  }
  return Promise.all(all.map(async ({ buyer, slug }) => ({ buyer, request: await t.request(buyer, slug) })))
}

test('of fifty who move to one time over two processes, one gets it and nobody else loses theirs', async () => {
  const influencer = await offering('star')
  const booked = await soldOnes(
    influencer,
    Array.from({ length: MOVERS }, (_, nth) => nth),
  )
  await t.server.doDueWork()
  const other = await t.openAnother({ connections: 30 })
  try {
    const wanted = startOf(MOVERS + 10)
    const answers = await Promise.all(
      booked.map(({ buyer, request }, nth) =>
        (nth % 2 ? other : t).call<SessionRequest>(buyer, `POST /api/parley/${request.slug}/session/move/`, {
          slot: wanted,
          sequence: 0,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(MOVERS - 1)
    const now = await Promise.all(booked.map(({ buyer, request }) => t.request(buyer, request.slug)))
    const starts = now.map(({ slot }) => slot?.start).sort()
    expect(new Set(starts).size).toBe(MOVERS)
    expect(starts).toContain(wanted)
    expect(await t.breaches()).toEqual([])
  } finally {
    await other.close()
  }
})

test('of a move and a cancellation at once over two processes the call is cancelled, all its money goes back, and both times are free', async () => {
  const influencer = await offering('moved-star')
  const booked = await soldOnes(
    influencer,
    Array.from({ length: CANCELLED }, (_, nth) => 2 * nth),
  )
  await t.server.doDueWork()
  const other = await t.openAnother({ connections: 30 })
  try {
    const answers = await Promise.all(
      booked.map(async ({ buyer, request }, nth) => {
        const [one, two] = nth % 2 ? [other, t] : [t, other]
        const move = { slot: startOf(2 * (CANCELLED + nth)), sequence: 0 }
        const moves = () => one.call(buyer, `POST /api/parley/${request.slug}/session/move/`, move)
        const cancels = () => two.call(buyer, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
        const [moved, cancelled] = await Promise.all([moves(), cancels()])
        return { moved: moved.status, cancelled: cancelled.status }
      }),
    )
    expect(answers.filter(({ cancelled }) => cancelled !== 200)).toEqual([])
    expect(answers.filter(({ moved }) => moved !== 200 && moved !== 409)).toEqual([])
    await t.server.doDueWork()
    for (const { buyer, request } of booked)
      expect(await t.request(buyer, request.slug)).toMatchObject({
        ...{ state: 'cancelled', payment: { status: 'refunded', refunded_amount: '5.00' } },
      })
    const day = startOf(0).slice(0, 10)
    const query = `from=${day}&to=${day}&zone=UTC` as const
    const { body } = await t.call<Slots>(null, `GET /api/parley/${influencer.username}/slots/?${query}`)
    const free = body.days.flatMap(({ slots }) => slots.map(({ start }) => start))
    expect(free).toEqual(
      expect.arrayContaining(booked.flatMap((_, nth) => [startOf(2 * nth), startOf(2 * (CANCELLED + nth))])),
    )
    expect(await t.breaches()).toEqual([])
  } finally {
    await other.close()
  }
})
