import type { LiveEvent, SessionRequest } from '@parley/contract'
import { expect } from 'vitest'
import type { TestPerson } from '../../../testing/api-caller.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { changeQueue } from '../change-queue.ts'
import type { QueueAction } from '../machine/step.ts'
import { beginTurnOf, LENGTH, queueCaller } from './queue-caller.ts'

/** The holder of a turn is called for 20 s. */
const MISSED_AFTER_SECONDS = 21

interface TurnOf {
  place: SessionRequest
  fan: TestPerson
}

/** Turns of a host's queues for tests without media: what the clock would have stored is written by hand. */
export function turnCaller(t: TestServer, owner: TestPerson) {
  const queues = queueCaller(t, owner)
  const query = (text: string, values: unknown[]) => t.server.database.pool.query(text, values)

  /** What the clock would have stored of the room of a turn. */
  async function store(
    place: SessionRequest,
    kind: 'both' | 'buyer' | 'influencer',
    [from, until, by = 'time']: [Date, Date, string?],
  ): Promise<void> {
    await query('insert into call_rooms (id) values ($1) on conflict do nothing', [place.id])
    const values = [crypto.randomUUID(), place.id, from, until]
    await (kind === 'both'
      ? query(
          `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
           values ($1, $2, 1, $3, $4, $4, $5)`,
          [...values, by],
        )
      : query(
          'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $5, $3, $4)',
          [...values, kind],
        ))
  }

  async function change({ id }: LiveEvent, action: QueueAction): Promise<void> {
    const { requests, liveEvents } = t.server.domains
    await changeQueue({ ...liveEvents, requests, liveEvents }, { by: { id }, decide: () => action })
  }

  async function open(event: LiveEvent, fan: TestPerson): Promise<void> {
    await queues.enter(owner, event)
    await queues.enter(fan, event)
    expect((await queues.press(event, 'open')).status).toBe(200)
    expect((await queues.ready(fan, event)).status).toBe(200)
  }

  /** Opens the queue; the first fan is called and has all of the turn. */
  async function serve(event: LiveEvent, { place, fan }: TurnOf): Promise<{ from: Date; until: Date }> {
    await open(event, fan)
    const from = t.clock.now()
    await beginTurnOf(t, event, place.id)
    const until = new Date(from.getTime() + LENGTH * 1000)
    await store(place, 'both', [from, until])
    const minute = new Date(Math.floor(from.getTime() / 60_000) * 60_000)
    await query(
      `insert into media_minutes (room_id, side, minute, packets, bytes)
       values ($1, 'buyer', $2, 3120, 2400100), ($1, 'influencer', $2, 3001, 2300200)`,
      [place.id, minute],
    )
    await t.clock.advance(LENGTH)
    await change(event, { kind: 'used_up', place: place.id })
    await t.server.doDueWork()
    return { from, until }
  }

  /** Opens the queue; the first fan is called twice, the host waits, and nobody comes. Then the host ends it. */
  async function miss(event: LiveEvent, { place, fan }: TurnOf): Promise<{ from: Date; until: Date }> {
    await open(event, fan)
    const from = t.clock.now()
    for (const nth of [1, 2]) {
      const calledAt = t.clock.now()
      const until = new Date(calledAt.getTime() + MISSED_AFTER_SECONDS * 1000)
      await store(place, 'influencer', [calledAt, until])
      await t.server.doDueWork()
      await t.advance(MISSED_AFTER_SECONDS)
      if (nth === 1) expect((await queues.ready(fan, event)).status).toBe(200)
    }
    expect(await queues.stateOf(fan, event)).toBe('skipped')
    const until = t.clock.now()
    expect((await queues.press(event, 'end')).status).toBe(200)
    await t.server.doDueWork()
    return { from, until }
  }

  return { queues, store, change, serve, miss }
}
