import { newId } from '../../../core/ids.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import type { turnRooms } from '../turn-rooms.ts'

interface Current {
  place: string
  buyerId: string
  state: 'called' | 'in_turn'
}

/**
 * Media of a line's turns without a video room: whose media flows is said by the test, and what the clock of paid
 * time would write down is written into the same tables.
 */
export class SimulatedMedia {
  hostFlows = true
  readonly flowing = new Set<string>()
  #t: TestServer
  #eventId: string

  constructor(t: TestServer, eventId: string) {
    this.#t = t
    this.#eventId = eventId
  }

  /** What happened in the seconds up to now; the clock's words go to any process. */
  async pass(stepMs: number, turnMs: number, rooms: ReturnType<typeof turnRooms>): Promise<void> {
    const current = await this.#current()
    await this.#closeOthers(current?.place ?? null)
    if (!current) return
    const fanFlows = this.flowing.has(current.buyerId)
    await this.#query(
      `insert into call_rooms (id, epoch, holder, held_until) values ($1, 1, 'drill', now() + interval '1 day')
         on conflict (id) do update set held_until = excluded.held_until`,
      [current.place],
    )
    if (fanFlows && this.hostFlows) return this.#flow(current, turnMs, rooms)
    await this.#closeOthers(null)
    const alone = fanFlows ? 'buyer' : this.hostFlows ? 'influencer' : null
    const nowMs = this.#t.clock.now().getTime()
    if (alone)
      await this.#query(
        'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $3, $4, $5)',
        [newId(), current.place, alone, new Date(nowMs - stepMs), new Date(nowMs)],
      )
  }

  async #flow({ place, state }: Current, turnMs: number, rooms: ReturnType<typeof turnRooms>): Promise<void> {
    const now = this.#t.clock.now()
    if (state === 'called') await rooms.begin(place)
    const open = await this.#query<{ id: string; left_ms: string; started_at: Date }>(
      `select i.id, i.started_at, $2 - coalesce((select sum(extract(epoch from e.ended_at - e.started_at)) * 1000
           from live_intervals e where e.room_id = $1 and e.ended_at is not null), 0) as left_ms
         from live_intervals i where i.room_id = $1 and i.ended_at is null`,
      [place, turnMs],
    )
    const [interval] = open
    if (!interval) {
      await this.#query(
        'insert into live_intervals (id, room_id, epoch, started_at, proven_until) values ($1, $2, 1, $3, $3)',
        [newId(), place, now],
      )
      return
    }
    const endsMs = interval.started_at.getTime() + Number(interval.left_ms)
    if (now.getTime() < endsMs) {
      await this.#query('update live_intervals set proven_until = $2 where id = $1', [interval.id, now])
      return
    }
    await this.#query(
      `update live_intervals set proven_until = $2, ended_at = $2, ended_by = 'time' where id = $1`,
      [interval.id, new Date(endsMs)],
    )
    await rooms.complete(place)
  }

  /** Nobody is in a room whose turn does not continue. */
  async #closeOthers(place: string | null): Promise<void> {
    await this.#query(
      `update live_intervals set ended_at = proven_until, ended_by = 'platform' where ended_at is null
         and room_id in (select request_id from queue_turns where event_id = $1) and room_id is distinct from $2::uuid`,
      [this.#eventId, place],
    )
  }

  async #current(): Promise<Current | null> {
    const [row] = await this.#query<Current>(
      `select q.request_id as place, r.buyer_id as "buyerId", q.state from queue_turns q
         join session_requests r on r.id = q.request_id where q.event_id = $1 and q.state in ('called', 'in_turn')`,
      [this.#eventId],
    )
    return row ?? null
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#t.server.database.pool.query<Row>(text, values)).rows
  }
}
