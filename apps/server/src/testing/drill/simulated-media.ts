import { HOUR_MS } from '@parley/contract'
import type { Pool, PoolClient } from 'pg'
import { newId } from '../../core/ids.ts'

interface Current {
  place: string
  buyerId: string
}

/** A stretch of the application's time, and the length of a turn. */
export interface Passed {
  fromMs: number
  untilMs: number
  turnMs: number
}

/** As long as the drill holds a room no server counts its media. */
const HELD_MS = 48 * HOUR_MS

/**
 * Media of a line's turns without a video room: the test says whose media flows, and what the clock of paid time would
 * store stands in the same tables, with the work that it leaves in the outbox.
 */
export class SimulatedMedia {
  hostFlows = true
  readonly flowing = new Set<string>()
  #pool: Pool
  #eventId: string

  constructor(pool: Pool, eventId: string) {
    this.#pool = pool
    this.#eventId = eventId
  }

  /** What happened in this stretch. No server changes the line in between. */
  async pass(passed: Passed): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from live_events where id = $1 for update', [this.#eventId])
      await this.#store(client, passed)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async #store(client: PoolClient, passed: Passed): Promise<void> {
    const current = await this.#current(client)
    await this.#closeOthers(client, current?.place ?? null)
    if (!current) return
    const until = new Date(passed.untilMs)
    await client.query(
      `insert into call_rooms (id, epoch, holder, held_until) values ($1, 1, 'drill', $2)
         on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until`,
      [current.place, new Date(passed.untilMs + HELD_MS)],
    )
    const fanFlows = this.flowing.has(current.buyerId)
    if (fanFlows && this.hostFlows) return this.#flow(client, current.place, passed)
    await this.#closeOthers(client, null)
    const alone = fanFlows ? 'buyer' : this.hostFlows ? 'influencer' : null
    if (alone)
      await client.query(
        'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $3, $4, $5)',
        [newId(), current.place, alone, new Date(passed.fromMs), until],
      )
  }

  async #flow(client: PoolClient, place: string, { untilMs, turnMs }: Passed): Promise<void> {
    const until = new Date(untilMs)
    const { rows } = await client.query<{ id: string; left_ms: string; started_at: Date }>(
      `select i.id, i.started_at, $2 - coalesce((select sum(extract(epoch from e.ended_at - e.started_at)) * 1000
           from live_intervals e where e.room_id = $1 and e.ended_at is not null), 0) as left_ms
         from live_intervals i where i.room_id = $1 and i.ended_at is null`,
      [place, turnMs],
    )
    const [interval] = rows
    if (!interval) {
      await client.query(
        'insert into live_intervals (id, room_id, epoch, started_at, proven_until) values ($1, $2, 1, $3, $3)',
        [newId(), place, until],
      )
      return
    }
    const endsMs = interval.started_at.getTime() + Number(interval.left_ms)
    if (untilMs < endsMs) {
      await client.query('update live_intervals set proven_until = $2 where id = $1', [interval.id, until])
      return
    }
    await client.query(
      `update live_intervals set proven_until = $2, ended_at = $2, ended_by = 'time' where id = $1`,
      [interval.id, new Date(endsMs)],
    )
    // Any process takes this up, also when the one that counted is dead.
    await client.query(
      `insert into outbox (id, topic, payload, created_at, run_at) values ($1, 'calls.time-used', $2, $3, $3)`,
      [newId(), { requestId: place }, new Date(endsMs)],
    )
  }

  /** Nobody is in a room whose turn does not continue. */
  async #closeOthers(client: PoolClient, place: string | null): Promise<void> {
    await client.query(
      `update live_intervals set ended_at = proven_until, ended_by = 'platform' where ended_at is null
         and room_id in (select request_id from queue_turns where event_id = $1) and room_id is distinct from $2::uuid`,
      [this.#eventId, place],
    )
  }

  async #current(client: PoolClient): Promise<Current | null> {
    const { rows } = await client.query<Current>(
      `select q.request_id as place, r.buyer_id as "buyerId" from queue_turns q
         join session_requests r on r.id = q.request_id where q.event_id = $1 and q.state in ('called', 'in_turn')`,
      [this.#eventId],
    )
    return rows[0] ?? null
  }
}
