/**
 * A whole line over two servers: what its people do is random, and one server loses its work now and then. Both are in
 * this Node process and their media is simulated; `queue-drill-killed.test.ts` kills a real process.
 */
import type { LiveEvent, QueueShown } from '@parley/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { randomOf } from './domains/queue/machine/testing/line.ts'
import { turnRooms } from './domains/queue/public.ts'
import { SimulatedMedia } from './domains/queue/testing/simulated-media.ts'
import { eventCaller } from './testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts'

/** `QUEUE_FANS=500` runs the longest line there may be. */
const FANS = Number(process.env.QUEUE_FANS ?? 8)
const SEED = Number(process.env.QUEUE_SEED ?? 20_261_123)
const TURN_SECONDS = 30
/** A long line is polled half as often, so that the longest ends in minutes. */
const STEP_SECONDS = FANS > 50 ? 10 : 5
const PRICE_PENCE = 700
const ENDS = ['served', 'part', 'skipped', 'left', 'unserved']
/** Then the host ends the evening, and who was not reached has all back. */
const STEPS_MAX = 20 + Math.ceil((FANS * 25) / STEP_SECONDS)
const KILLED_EVERY = 8
const READY = { camera: true, microphone: true }
/** Ends a wait that is in vain. */
const WITHIN = { timeout: 60_000, interval: 20 }
const LIMIT_MS = 600_000 + FANS * 10_000

let t: TestServer
let other: TestServer
let owner: TestPerson
let usher: TestPerson
let fans: TestPerson[]
let event: LiveEvent
let media: SimulatedMedia
const random = randomOf(SEED)
const oneOf = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing

beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  const address = new URL(String(t.server.database.pool.options.connectionString))
  address.searchParams.set('application_name', 'other')
  other = await t.openAnother({ connections: 10, env: { DATABASE_URL: address.href } })
  owner = await t.influencer('ivy')
  usher = await t.fan('uma')
  const events = eventCaller(t)
  const starts_at = new Date(t.clock.now().getTime() + 40 * 60_000).toISOString()
  event = await events.create(owner, {
    ...{ title: 'The line', format: 'queue', absent: 'keep', amount: '7.00', starts_at },
    ...{ capacity: FANS, duration: TURN_SECONDS, duration_display: 1 },
  })
  fans = []
  for (let nth = 0; nth < FANS; nth++) {
    const fan = await t.fan(`fan${nth}`)
    await events.placeOf(fan, event)
    fans.push(fan)
  }
  await t.call(owner, `PUT /api/parley/${event.slug}/event/crew/`, { ushers: ['uma'] })
  media = new SimulatedMedia(t, event.id)
}, LIMIT_MS)
afterAll(async () => {
  await other?.close()
  await t?.close()
})

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await t.server.database.pool.query<Row>(text, values)).rows

/** An open page is seen by both processes, as by the bus that two processes share. */
async function page(person: TestPerson, is: 'opened' | 'closed'): Promise<void> {
  const { id: personId, username } = person
  const entry = { connectionId: `page-${personId}`, personId, username, sinceMs: 0 }
  for (const { server } of [t, other])
    if (is === 'opened') await server.domains.bus.enter(event.id, entry, 3_600_000)
    else await server.domains.bus.leave(event.id, entry)
}

/** A press on either process: it counts, or is refused by what the line is by now. */
async function press(person: TestPerson, step: string, more: object = {}): Promise<void> {
  const { status } = await oneOf([t, other]).call(
    person,
    `POST /api/parley/${event.slug}/queue/${step}/`,
    more,
  )
  expect([200, 403, 404, 409]).toContain(status)
}

/** Kills the other process's transaction after it wrote to the line and before it commits: nothing of it may stay. */
async function kill(): Promise<void> {
  const fan = oneOf(fans)
  const gate = await t.server.database.pool.connect()
  try {
    // Every change ends with what follows from it in the outbox: there it waits, its rows written.
    await gate.query('begin')
    await gate.query('lock table outbox in access exclusive mode')
    let isAnswered = false
    const path = `POST /api/parley/${event.slug}/queue/${oneOf(['ready', 'leave'])}/` as const
    const answer = other.call(fan, path, READY).finally(() => {
      isAnswered = true
    })
    const ended = await vi.waitFor(async () => {
      const found = await gate.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'other'
           and datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(isAnswered || found.rows.length > 0).toBe(true)
      return found.rows.length
    }, WITHIN)
    await gate.query('commit')
    const { status } = await answer
    if (ended > 0 && status >= 500) killed += 1
  } finally {
    gate.release()
  }
}
let killed = 0

async function fanActs(): Promise<void> {
  const fan = oneOf(fans)
  const dice = random()
  if (dice < 0.7) {
    await page(fan, 'opened')
    if (random() < 0.85) media.flowing.add(fan.id)
    await press(fan, 'ready', READY)
  } else if (dice < 0.82) media.flowing.delete(fan.id)
  else if (dice < 0.9) await page(fan, 'closed')
  else if (dice < 0.93) await press(fan, 'leave')
}

async function deskActs(): Promise<void> {
  const { body: seen } = await t.call<QueueShown>(owner, `GET /api/parley/${event.slug}/queue/`)
  const { version } = seen
  const waiting = (seen.line ?? []).filter(({ state }) => state === 'waiting' || state === 'skipped')
  const place = waiting.length > 0 ? oneOf(waiting).place : null
  const dice = random()
  // Two people press on what they see: one of them is too late.
  if (dice < 0.05) await Promise.all([press(owner, 'next', { version }), press(owner, 'next', { version })])
  if (dice < 0.08) await press(usher, 'pause', { version })
  if (dice >= 0.08 && dice < 0.4) await press(owner, 'resume', { version })
  if (!place || dice < 0.4) return
  if (dice < 0.45) await press(usher, 'move', { version, place, after: null })
  else if (dice < 0.48) await press(usher, 'skip', { version, place })
  else if (dice < 0.51) await press(usher, 'readmit', { version, place })
  else if (dice < 0.52) await press(usher, 'remove', { version, place })
}

async function step(nth: number): Promise<'goes on' | 'over'> {
  media.hostFlows = random() < 0.97
  await Promise.all([fanActs(), fanActs(), deskActs()])
  if (nth % KILLED_EVERY === 1) await kill()
  // The host does not wait for ever for a person who may still come.
  if (nth === STEPS_MAX) {
    const { body } = await t.call<QueueShown>(owner, `GET /api/parley/${event.slug}/queue/`)
    await press(owner, 'end', { version: body.version })
  }
  for (const { clock } of [t, other]) clock.advance(STEP_SECONDS)
  const { requests, liveEvents } = oneOf([t, other]).server.domains
  const rooms = turnRooms({ ...requests, requests, liveEvents })
  await media.pass(STEP_SECONDS * 1000, TURN_SECONDS * 1000, rooms)
  // Rules of time run in both at once, and one of them does the work.
  await Promise.all([t.server.doDueWork(), other.server.domains.applyDue()])
  const live = await rows(
    `select 1 from queue_turns where event_id = $1 and state in ('called', 'in_turn')`,
    [event.id],
  )
  expect(live.length).toBeLessThanOrEqual(1)
  const [queue] = await rows<{ state: string }>('select state from queues where event_id = $1', [event.id])
  return queue?.state === 'ended' ? 'over' : 'goes on'
}

interface Settled {
  state: string
  why: string | null
  refunded: number
  used_ms: number
  open: boolean
}

/** What goes back of a place, counted again from the seconds that were used. */
function backOf({ state, why, used_ms }: Settled): number {
  const unused = Math.ceil((PRICE_PENCE * (TURN_SECONDS - Math.floor(used_ms / 1000))) / TURN_SECONDS)
  const isKept = used_ms === 0 && why === 'absent' && (state === 'skipped' || state === 'left')
  return isKept ? 0 : unused
}

test(
  'every fan ends in one way, and paid is what went back, was earned and is the fee',
  async () => {
    for (const { clock } of [t, other]) clock.advance(40 * 60)
    await t.server.doDueWork()
    await page(owner, 'opened')
    await t.call(owner, `POST /api/parley/${event.slug}/queue/open/`, { version: 1 })
    for (const fan of fans) {
      if (random() < 0.3) continue
      await page(fan, 'opened')
      media.flowing.add(fan.id)
      await press(fan, 'ready', READY)
    }
    let steps = 0
    while ((await step(steps)) === 'goes on' && steps < STEPS_MAX + 10) steps += 1
    expect(steps).toBeLessThan(STEPS_MAX + 10)
    await t.server.doDueWork()

    const settled = await rows<Settled>(
      `select q.state, q.why, r.refunded_pence as refunded, r.state in ('offered', 'accepted') as open,
            coalesce((select sum(extract(epoch from i.ended_at - i.started_at)) * 1000 from live_intervals i
                      where i.room_id = r.id), 0)::float8 as used_ms
       from queue_turns q join session_requests r on r.id = q.request_id where q.event_id = $1`,
      [event.id],
    )
    expect(settled).toHaveLength(FANS)
    for (const place of settled) {
      expect(ENDS).toContain(place.state)
      expect([place, place.open, place.refunded]).toEqual([place, false, backOf(place)])
    }
    // The killed process is a part of the drill, not a decoration.
    expect(killed).toBeGreaterThan(0)

    await t.advance(49 * 3600)
    const [money] = await rows<{ paid: number; back: number; earned: number; held: number }>(
      `select (select sum(price_pence)::int from session_requests where live_event_id = $1) as paid,
            (select sum(refunded_pence)::int from session_requests where live_event_id = $1) as back,
            -sum(amount_pence) filter (where account in ('fee_revenue') or account like 'payable:%')::int as earned,
            coalesce(sum(amount_pence) filter (where account like 'held:%'), 0)::int as held from postings`,
      [event.id],
    )
    expect([money?.paid, money?.held]).toEqual([FANS * PRICE_PENCE, 0])
    expect(money?.paid).toBe((money?.back ?? 0) + Number(money?.earned))
    expect((await t.audit()).checks.filter(check => check.breaches > 0)).toEqual([])
  },
  LIMIT_MS,
)
