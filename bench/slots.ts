/**
 * Offered slots: what a month of them costs with few and with many sold ones, and what booking one costs beside a
 * booking without a slot, in alternating rounds of one run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, type Influencer, type Slots } from '@parley/contract'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { queryRows } from '../apps/server/src/testing/provider-says.ts'
import { openBenchServer } from './support/bench-server.ts'

const SOLD = Number(process.env.BENCH_SOLD ?? 5_000)
const MONTH_DAYS = 31
const WARM_UP_CALLS = 200
const MONTH_CALLS = 300
const MONTH_ROUNDS = 3
const MONTH_AIM_MS = 3
/** With more clients at one influencer, some wait so long on a busy machine that the server refuses them. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 8)
const GROUPS = 4
const AT_A_TIME = 4
const BUYERS = Number(process.env.BENCH_BUYERS ?? 320)
/** A buyer holds one slot with each of them; a buyer may hold three in all. */
const STARS = ['booked-one', 'booked-two', 'booked-three']
const BOOKING_AIM = 1.2

const { url, server, api, cpuSeconds, close } = await openBenchServer()
const run = (statement: string, values: unknown[] = []) =>
  queryRows({ connectionString: url }, statement, values)

const weekOf = (windows: { from: string; to: string }[]) => ({
  ...{ mon: windows, tue: windows, wed: windows, thu: windows },
  ...{ fri: windows, sat: windows, sun: windows },
})
const OFFICE_HOURS = { weekly: weekOf([{ from: '09:00', to: '17:00' }]), step: 30 }
const DAY_AND_NIGHT = { weekly: weekOf([{ from: '00:00', to: '24:00' }]), step: 15 }

async function offering(name: string, week: typeof OFFICE_HOURS): Promise<TestPerson> {
  const star = await api.influencer(name, { price: '5.00', duration: 600 })
  // With a limit that is never reached, the server has to count the served calls.
  const more = { leeway: 5, horizon_days: 366, daily_limit: 100 }
  const hours = { mode: 'offered', zone: 'Europe/London', version: 0, ...week, ...more }
  const saved = await api.call(star, 'PUT /api/influencer/me/availability/', hours)
  if (saved.status !== 200) throw new Error(`hours were answered ${saved.status}`)
  return star
}

/**
 * Waits until the server has done the outbox work of the bookings, so that it does not count for the next measurement.
 */
async function workIsDone(): Promise<void> {
  for (;;) {
    const [left] = (await run(
      `select count(*)::int as works from outbox where run_at <= now() and done_at is null`,
    )) as { works: number }[]
    if (left?.works === 0) return
    await delay(100)
  }
}

async function freeSlotsOf(star: TestPerson, fromDay = 0): Promise<string[]> {
  const date = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const query = `from=${date(fromDay)}&to=${date(fromDay + MONTH_DAYS - 1)}&zone=Europe/London`
  const answer = await api.call<Slots>(null, `GET /api/parley/${star.username}/slots/?${query}`)
  if (answer.status !== 200) throw new Error(`slots were answered ${answer.status}`)
  return answer.body.days.flatMap(day => day.slots.map(slot => slot.start))
}

/** Copies of a booked slot, a quarter of an hour apart: served in the past, or sold in the future. */
async function sell(star: TestPerson, { count, when }: { count: number; when: 'past' | 'ahead' }) {
  const buyer = await api.fan(`buyer-of-${star.username}`)
  const { body } = await book(buyer, star, (await freeSlotsOf(star, 20))[0])
  const quarter =
    when === 'past' ? `interval '-15 minutes' * n - interval '1 hour'` : `interval '15 minutes' * n`
  const first = when === 'past' ? 'now()' : 'r.starts_at'
  await run(
    `insert into session_requests
     select (jsonb_populate_record(null::session_requests, to_jsonb(r) || jsonb_build_object(
       'id', gen_random_uuid(), 'slug', r.slug || n, 'uuid', r.uuid || n, 'due_at', null, 'hold_until', null,
       'starts_at', ${first} + ${quarter}, 'ends_at', ${first} + ${quarter} + interval '15 minutes',
       'state', $3::text, 'outcome', $4::text, 'paid_at', now(), 'payment_status', 'paid'))).*
     from session_requests r, generate_series(1, $2) n where r.id = $1`,
    [body.id, count, when === 'past' ? 'completed' : 'accepted', when === 'past' ? 'served' : null],
  )
  if (when === 'ahead') {
    await run(
      `insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until)
       select id, 'slot', influencer_id, starts_at, ends_at, starts_at, ends_at from session_requests
       where influencer_id = (select influencer_id from session_requests where id = $1) and id <> $1`,
      [body.id],
    )
  }
  await run('vacuum analyze session_requests')
  await run('vacuum analyze taken')
}

const offers = new Map<string, Influencer>()
async function book(buyer: TestPerson, star: TestPerson, slot?: string) {
  const known = offers.get(star.username)
  const offer = known ?? (await api.call<Influencer>(null, `GET /api/parley/${star.username}/`)).body
  offers.set(star.username, offer)
  const { amount, duration, duration_display, description } = offer.main_session
  const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID() }
  const body = { ...booking, ...(slot ? { slot } : {}) }
  const path = `POST /api/parley/${star.username}/parley_request/` as const
  let answer = await api.call<{ id: string }>(buyer, path, body)
  // On a busy machine some requests wait longer than the server allows.
  while (answer.status === 503) answer = await api.call<{ id: string }>(buyer, path, body)
  if (answer.status !== 201)
    throw new Error(`a booking was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const lookUp = async (star: TestPerson) => {
  const answer = await api.call(null, `GET /api/parley/${star.username}/`)
  if (answer.status !== 200) throw new Error(`a profile was answered ${answer.status}`)
}

/** The CPU of each of some requests in ms; the requests alternate. */
async function measureInTurn(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  for (const call of calls) for (let i = 0; i < WARM_UP_CALLS; i++) await call()
  const kept = calls.map((): number[] => [])
  for (let round = 0; round < MONTH_ROUNDS; round++) {
    for (const [nth, call] of calls.entries()) {
      const before = await cpuSeconds()
      for (let i = 0; i < MONTH_CALLS; i++) await call()
      kept[nth]?.push((((await cpuSeconds()) - before) / MONTH_CALLS) * 1000)
    }
  }
  return kept.map(values => Number(median(values).toFixed(2)))
}

async function months(): Promise<void> {
  const none = await offering('sold-none', OFFICE_HOURS)
  const past = await offering('sold-past', OFFICE_HOURS)
  await sell(past, { count: SOLD, when: 'past' })
  const ahead = await offering('sold-ahead', OFFICE_HOURS)
  await sell(ahead, { count: SOLD, when: 'ahead' })
  const open = await offering('open-always', DAY_AND_NIGHT)
  const reads = [none, past, ahead, open].map(star => () => freeSlotsOf(star))
  const [cpuProfile = 0, cpuNone = 0, cpuPast = 0, cpuAhead = 0, cpuOpen = 0] = await measureInTurn([
    () => lookUp(none),
    ...reads,
  ])
  console.table({
    'a profile, for comparison': { 'CPU ms': cpuProfile },
    'no sold ones, 16 times a day': { 'CPU ms': cpuNone },
    [`${SOLD} served in the past`]: { 'CPU ms': cpuPast },
    [`${SOLD} sold ahead`]: { 'CPU ms': cpuAhead },
    'no sold ones, 96 times a day': { 'CPU ms': cpuOpen },
  })
  const times = (cpuPast / cpuNone).toFixed(2)
  console.log(
    `A month of slots: ${cpuPast} ms of server CPU after ${SOLD} served ones (aim: under ${MONTH_AIM_MS}), ` +
      `${times} times that of none (aim: flat)`,
  )
}

interface Cost {
  cpuMs: number
  p50Ms: number
}

/** All buyers book with one influencer, with as many at once as there are clients. */
async function bookAll(
  buyers: readonly TestPerson[],
  star: TestPerson,
  slots: string[] | null,
): Promise<Cost> {
  const waiting = buyers.map((buyer, nth) => ({ buyer, slot: slots?.[nth] }))
  const tookMs: number[] = []
  await workIsDone()
  const before = await cpuSeconds()
  const client = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const began = performance.now()
      await book(next.buyer, star, next.slot)
      tookMs.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await workIsDone()
  const cpuMs = (((await cpuSeconds()) - before) / buyers.length) * 1000
  return { cpuMs, p50Ms: median(tookMs) }
}

/**
 * The first group, as large as the number of clients, warms the server up. Few sign up at once: a password hash takes a
 * core for a while.
 */
async function buyersInGroups(): Promise<TestPerson[][]> {
  const groups: TestPerson[][] = []
  for (let group = 0; group <= GROUPS; group++) {
    const count = group === 0 ? CLIENTS : BUYERS / GROUPS
    const buyers: TestPerson[] = []
    while (buyers.length < count) {
      const few = Math.min(AT_A_TIME, count - buyers.length)
      const names = Array.from({ length: few }, (_, nth) => `buyer-${group}-${buyers.length + nth}`)
      buyers.push(...(await Promise.all(names.map(name => api.fan(name)))))
    }
    groups.push(buyers)
  }
  return groups
}

async function bookings(): Promise<void> {
  const stars = await Promise.all(STARS.map(name => offering(name, DAY_AND_NIGHT)))
  const [warm, ...groups] = await buyersInGroups()
  const first = stars[0]
  if (!warm || !first) throw new Error('there are buyers and influencers')
  await bookAll(warm, first, await freeSlotsOf(first, 40))
  await bookAll(warm, first, null)
  const before = await offering('booked-before', DAY_AND_NIGHT)
  const kept: Record<'with' | 'without', Cost[]> = { with: [], without: [] }
  for (const group of groups) {
    // The first booking of a buyer registers them at the provider, whatever they book.
    await bookAll(group, before, null)
    for (const star of stars) {
      kept.with.push(await bookAll(group, star, await freeSlotsOf(star, 10)))
      kept.without.push(await bookAll(group, star, null))
    }
  }
  const rowOf = (costs: Cost[]) => ({
    'CPU ms each, server': Number(median(costs.map(cost => cost.cpuMs)).toFixed(2)),
    'p50 ms': Number(median(costs.map(cost => cost.p50Ms)).toFixed(1)),
  })
  const rows = { 'booking a time': rowOf(kept.with), 'booking without one': rowOf(kept.without) }
  console.table(rows)
  const share = (name: 'CPU ms each, server' | 'p50 ms') =>
    (rows['booking a time'][name] / rows['booking without one'][name]).toFixed(2)
  console.log(
    `Booking a time to booking without one: ${share('CPU ms each, server')} of the CPU, ` +
      `${share('p50 ms')} of the time (aim: at most ${BOOKING_AIM})`,
  )
}

try {
  await server.start()
  await months()
  await bookings()
} finally {
  await close()
}
