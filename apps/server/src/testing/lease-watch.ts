import { Client } from 'pg'

const POLL_EVERY_MS = 200

/** The lease on a call's clock in the database. */
interface Lease {
  /** Null while no lease is valid. */
  holder: string | null
  epoch: number
  /** Open intervals of paid time. */
  open: number
}

/** Polls who holds the clock of a call. */
export class LeaseWatch {
  /** Every valid lease that was seen, the first one first. */
  readonly standing: Lease[] = []
  latest: Lease = { holder: null, epoch: 0, open: 0 }
  #client: Client
  #isStopped = false
  #watching: Promise<void> = Promise.resolve()

  private constructor(client: Client) {
    this.#client = client
  }

  static async open(databaseUrl: string, roomId: string): Promise<LeaseWatch> {
    const client = new Client(databaseUrl)
    await client.connect()
    const watch = new LeaseWatch(client)
    watch.#watching = watch.#poll(roomId)
    return watch
  }

  async #poll(roomId: string): Promise<void> {
    while (!this.#isStopped) {
      const { rows } = await this.#client.query<Lease>(
        `select case when held_until > clock_timestamp() then holder end as holder, epoch,
           (select count(*)::int from live_intervals i where i.room_id = r.id and i.ended_at is null) as open
         from call_rooms r where id = $1`,
        [roomId],
      )
      const [lease] = rows
      const last = this.standing.at(-1)
      if (lease) this.latest = lease
      if (lease?.holder && (last?.epoch !== lease.epoch || last.holder !== lease.holder))
        this.standing.push(lease)
      await new Promise(resolve => setTimeout(resolve, POLL_EVERY_MS))
    }
  }

  async close(): Promise<void> {
    this.#isStopped = true
    await this.#watching
    await this.#client.end()
  }
}
