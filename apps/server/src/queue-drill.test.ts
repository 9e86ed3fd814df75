/**
 * A whole line over two server processes on one database and one Redis. What its people do is random, and each process
 * dies by SIGKILL now and then. The media is simulated; `queue-drill-killed.test.ts` has real media.
 */
import { HOUR_MS, type LiveEvent, type QueueShown } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { randomOf } from './domains/queue/machine/testing/line.ts'
import type { TestPerson } from './testing/api-caller.ts'
import { auditOf } from './testing/drill/books.ts'
import { type LineProcesses, openLineProcesses } from './testing/drill/line-processes.ts'
import { SimulatedMedia } from './testing/drill/simulated-media.ts'
import { eventBooker } from './testing/event-caller.ts'
import { findServerProgram } from './testing/server-programs.ts'

/** `npm run drill -- queue` runs the longest line that there may be, of 500 fans. */
const FANS = Number(process.env.QUEUE_FANS ?? 5)
const SEED = Number(process.env.QUEUE_SEED ?? 20_261_123)
const TURN_SECONDS = 30
/** Longer than 500 people need to sign up and pay on a busy machine, so that the order does not stand before. */
const AHEAD_MS = 3 * HOUR_MS
const STEP_SECONDS = 10
const PRICE_PENCE = 700
const ENDS = ['served', 'part', 'skipped', 'left', 'unserved']
/** Then the host ends the evening, and who was not reached has all back. */
const STEPS_MAX = 20 + Math.ceil((FANS * 12) / STEP_SECONDS)
/** Steps between two kills, and from a kill to the next start. In a short line each process dies once. */
const KILLED_EVERY = FANS > 50 ? 40 : 6
const FIRST_KILLED_AT = 3
const KILLS_MAX = FANS > 50 ? Number.POSITIVE_INFINITY : 2
const AWAY_STEPS = 2
const MOMENTS = ['in the middle of money', 'in a transaction', 'right after an answer'] as const
/** Fans who sign up and pay at the same time. */
const BUY_AT_ONCE = 4
const READY = { camera: true, microphone: true }
/** Ends a wait that is in vain. */
const WITHIN = { timeout: 120_000, interval: 20 }
const LIMIT_MS = 600_000 + FANS * 10_000

const random = randomOf(SEED)
const oneOf = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing

describe.skipIf(!findServerProgram('redis-server'))('a line over two processes that die', () => {
  let line: LineProcesses
  let owner: TestPerson
  let usher: TestPerson
  let fans: TestPerson[]
  let event: LiveEvent
  let media: SimulatedMedia
  /** Which process is away, and until which step. */
  let away: { nth: number; untilStep: number } | null = null
  const deaths: { nth: number; moment: (typeof MOMENTS)[number] | undefined }[] = []

  beforeAll(async () => {
    line = await openLineProcesses()
    const at = line.at(0)
    owner = await at.influencer('ivy')
    usher = await at.fan('uma')
    const starts_at = new Date(line.nowMs() + AHEAD_MS).toISOString()
    event = await eventBooker(at).create(owner, {
      ...{ title: 'The line', format: 'queue', absent: 'keep', amount: '7.00', starts_at },
      ...{ capacity: FANS, duration: TURN_SECONDS, duration_display: 1 },
    })
    fans = Array.from({ length: FANS })
    let next = 0
    const buy = async () => {
      for (let nth = next++; nth < FANS; nth = next++) fans[nth] = await buyPlace(nth)
    }
    await Promise.all(Array.from({ length: BUY_AT_ONCE }, buy))
    await vi.waitFor(async () => {
      const paid = await rows(
        `select 1 from session_requests where live_event_id = $1 and payment_status = 'paid'`,
        [event.id],
      )
      expect(paid).toHaveLength(FANS)
    }, WITHIN)
    await at.call(owner, `PUT /api/parley/${event.slug}/event/crew/`, { ushers: ['uma'] })
    media = new SimulatedMedia(line.pool, event.id)
  }, LIMIT_MS)
  afterAll(() => line?.close(), LIMIT_MS)

  async function buyPlace(nth: number): Promise<TestPerson> {
    const at = line.at(nth % 2)
    const fan = await at.fan(`fan${nth}`)
    const { body } = await eventBooker(at).bookPlace(fan, event)
    // The provider's own page is at the first process.
    await line.at(0).confirm((await at.pay(fan, body)).body)
    return fan
  }

  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await line.pool.query<Row>(text, values)).rows
  async function send(nth: number, person: TestPerson, step: string, more: object = {}) {
    await line.renew(nth, person)
    return line.at(nth).call(person, `POST /api/parley/${event.slug}/queue/${step}/`, more)
  }

  /** A press on either process: it counts, or is refused by what the line is by now. */
  async function press(person: TestPerson, step: string, more: object = {}): Promise<void> {
    const { status } = await send(oneOf(line.alive()), person, step, more)
    expect([200, 403, 404, 409]).toContain(status)
  }

  async function seenByHost(): Promise<QueueShown> {
    const nth = oneOf(line.alive())
    await line.renew(nth, owner)
    return (await line.at(nth).call<QueueShown>(owner, `GET /api/parley/${event.slug}/queue/`)).body
  }

  /**
   * Lets a process begin something, holds it in the middle by a lock on a table that it writes to, and kills it there:
   * nothing of what it began may stay. Either process books money after the answer, so one that waits there dies.
   */
  async function killAtLock(
    table: 'outbox' | 'postings',
    victim: number,
    begin: () => Promise<{ status: number }>,
  ): Promise<number | null> {
    const gate = await line.pool.connect()
    try {
      await gate.query('begin')
      await gate.query(`lock table ${table} in access exclusive mode`)
      let isWithoutLock = false
      // Who dies answers nothing. What leads to money is answered before its money is booked.
      const answer = begin().then(
        ({ status }) => {
          isWithoutLock = table === 'outbox' || status !== 200
        },
        () => undefined,
      )
      const waits = await vi.waitFor(async () => {
        const found = (await line.waiting()).filter(nth => table === 'postings' || nth === victim)
        expect(isWithoutLock || found.length > 0).toBe(true)
        return found
      }, WITHIN)
      const nth = waits.length > 0 ? oneOf(waits) : null
      if (nth !== null) await line.kill(nth)
      await gate.query('commit')
      await answer
      return nth
    } finally {
      gate.release()
    }
  }

  async function kill(steps: number): Promise<void> {
    const victim = 1 - (deaths.at(-1)?.nth ?? 0)
    const { version, line: shown } = await seenByHost()
    const waiting = (shown ?? []).filter(({ state }) => state === 'waiting')
    let moment = MOMENTS[deaths.length % MOMENTS.length]
    let nth: number | null = null
    if (moment === 'in the middle of money' && waiting.length > 0) {
      const removed = { version, place: oneOf(waiting).place }
      nth = await killAtLock('postings', victim, () => send(victim, owner, 'remove', removed))
    } else if (moment === 'in a transaction') {
      const [fan, what] = [oneOf(fans), oneOf(['ready', 'leave'])]
      nth = await killAtLock('outbox', victim, () => send(victim, fan, what, READY))
    }
    if (nth === null) {
      moment = 'right after an answer'
      await send(victim, owner, 'next', { version })
      await line.kill(victim)
      nth = victim
    }
    deaths.push({ nth, moment })
    away = { nth, untilStep: steps + AWAY_STEPS }
    await comeBack(nth)
  }

  /** Pages and media of the dead process have ended; most people come to the other one. */
  async function comeBack(dead: number): Promise<void> {
    const there = new Set(line.pagesAt(dead))
    media.hostFlows = false
    for (const person of [owner, ...fans]) {
      if (!there.has(person.id)) continue
      media.flowing.delete(person.id)
      await line.closePage(event.id, person)
      if (person !== owner && random() < 0.2) continue
      await line.openPage(event.id, person, 1 - dead)
      if (person !== owner && random() < 0.9) media.flowing.add(person.id)
    }
  }

  async function fanActs(): Promise<void> {
    const fan = oneOf(fans)
    const dice = random()
    if (dice < 0.7) {
      await line.openPage(event.id, fan, oneOf(line.alive()))
      if (random() < 0.85) media.flowing.add(fan.id)
      await press(fan, 'ready', READY)
    } else if (dice < 0.82) media.flowing.delete(fan.id)
    else if (dice < 0.9) await line.closePage(event.id, fan)
    else if (dice < 0.93) await press(fan, 'leave')
  }

  async function deskActs(): Promise<void> {
    const { version, line: shown } = await seenByHost()
    const waiting = (shown ?? []).filter(({ state }) => state === 'waiting' || state === 'skipped')
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

  async function step(nth: number): Promise<'continues' | 'over'> {
    if (away && nth >= away.untilStep) {
      await line.start(away.nth)
      away = null
    }
    media.hostFlows = random() < 0.97
    await Promise.all([fanActs(), fanActs(), deskActs()])
    if (nth % KILLED_EVERY === FIRST_KILLED_AT && nth < KILLED_EVERY * KILLS_MAX) await kill(nth)
    // The host does not wait for ever for a person who may still come.
    if (nth >= STEPS_MAX) await press(owner, 'end', { version: (await seenByHost()).version })
    const fromMs = line.nowMs()
    await media.pass({ fromMs, untilMs: fromMs + STEP_SECONDS * 1000, turnMs: TURN_SECONDS * 1000 })
    // Rules of time run in both at once, and one of them does the work.
    await line.advance(STEP_SECONDS)
    const live = await rows(
      `select 1 from queue_turns where event_id = $1 and state in ('called', 'in_turn')`,
      [event.id],
    )
    expect(live.length).toBeLessThanOrEqual(1)
    const [queue] = await rows<{ state: string }>('select state from queues where event_id = $1', [event.id])
    return queue?.state === 'ended' ? 'over' : 'continues'
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

  const settledPlaces = () =>
    rows<Settled>(
      `select q.state, q.why, r.refunded_pence as refunded, r.state in ('offered', 'accepted') as open,
            coalesce((select sum(extract(epoch from i.ended_at - i.started_at)) * 1000 from live_intervals i
                      where i.room_id = r.id), 0)::float8 as used_ms
       from queue_turns q join session_requests r on r.id = q.request_id where q.event_id = $1`,
      [event.id],
    )

  test(
    'every fan ends in one way, and paid is what went back, was earned and is the fee',
    async () => {
      await line.advance(Math.ceil((Date.parse(event.starts_at ?? '') - line.nowMs()) / 1000))
      await line.openPage(event.id, owner, 0)
      await press(owner, 'open', { version: 1 })
      for (const fan of fans) {
        if (random() < 0.3) continue
        await line.openPage(event.id, fan, oneOf(line.alive()))
        media.flowing.add(fan.id)
        await press(fan, 'ready', READY)
      }
      let steps = 0
      while ((await step(steps)) === 'continues' && steps < STEPS_MAX + 10) steps += 1
      expect(steps).toBeLessThan(STEPS_MAX + 10)
      if (away) await line.start(away.nth)
      const nowMs = line.nowMs()
      await media.pass({ fromMs: nowMs, untilMs: nowMs, turnMs: TURN_SECONDS * 1000 })

      // What failed while a process was away is tried again later.
      await vi.waitFor(
        async () => {
          await line.advance(60)
          const settled = await settledPlaces()
          expect(settled).toHaveLength(FANS)
          for (const place of settled) {
            expect(ENDS).toContain(place.state)
            expect([place, place.open, place.refunded]).toEqual([place, false, backOf(place)])
          }
        },
        { ...WITHIN, interval: 500 },
      )
      // The killed processes are a part of the drill, not a decoration.
      expect(new Set(deaths.map(({ nth }) => nth))).toEqual(new Set([0, 1]))

      await line.advance(49 * 3600)
      await vi.waitFor(
        async () => {
          await line.advance(60)
          const [money] = await rows<{ paid: number; back: number; earned: number; open: number }>(
            `select (select sum(price_pence)::int from session_requests where live_event_id = $1) as paid,
            (select sum(refunded_pence)::int from session_requests where live_event_id = $1) as back,
            -sum(amount_pence) filter (where account in ('fee_revenue') or account like 'payable:%')::int as earned,
            coalesce(sum(amount_pence) filter (where account like 'held:%' or account = 'refund_transit'), 0)::int as open
            from postings`,
            [event.id],
          )
          expect([money?.paid, money?.open]).toEqual([FANS * PRICE_PENCE, 0])
          expect(money?.paid).toBe((money?.back ?? 0) + Number(money?.earned))
        },
        { ...WITHIN, interval: 500 },
      )
      expect(await auditOf({ connectionString: line.connectionString })).toEqual([])
      if (FANS > 50)
        process.stdout.write(`${JSON.stringify({ steps, ...figuresOf(await settledPlaces(), deaths) })}\n`)
    },
    LIMIT_MS,
  )
})

/** How many fans ended in each way, and how often each process died. */
function figuresOf(
  places: readonly { state: string }[],
  deaths: readonly { nth: number; moment: string | undefined }[],
) {
  const count = (things: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(things, thing => thing)].map(([thing, of]) => [thing, of.length]))
  return {
    ends: count(places.map(({ state }) => state)),
    deaths: count(deaths.map(({ nth, moment }) => `process ${nth + 1}, ${moment}`)),
  }
}
