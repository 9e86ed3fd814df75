import { Client } from 'pg'

const LOOK_EVERY_MS = 200

/** The claim on a call's clock as the database has it. */
interface Claim {
  /** Null while nobody's claim stands. */
  holder: string | null
  epoch: number
  /** Stretches of paid time that are open. */
  open: number
}

/** Reads, again and again, who holds the clock of a call. */
export class ClaimWatch {
  /** Every claim that was seen to stand, the first one first. */
  readonly standing: Claim[] = []
  latest: Claim = { holder: null, epoch: 0, open: 0 }
  #client: Client
  #isStopped = false
  #watching: Promise<void> = Promise.resolve()

  private constructor(client: Client) {
    this.#client = client
  }

  static async open(databaseUrl: string, roomId: string): Promise<ClaimWatch> {
    const client = new Client(databaseUrl)
    await client.connect()
    const watch = new ClaimWatch(client)
    watch.#watching = watch.#look(roomId)
    return watch
  }

  async #look(roomId: string): Promise<void> {
    while (!this.#isStopped) {
      const { rows } = await this.#client.query<Claim>(
        `select case when held_until > clock_timestamp() then holder end as holder, epoch,
           (select count(*)::int from live_intervals i where i.room_id = r.id and i.ended_at is null) as open
         from call_rooms r where id = $1`,
        [roomId],
      )
      const [claim] = rows
      const last = this.standing.at(-1)
      if (claim) this.latest = claim
      if (claim?.holder && (last?.epoch !== claim.epoch || last.holder !== claim.holder))
        this.standing.push(claim)
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  async close(): Promise<void> {
    this.#isStopped = true
    await this.#watching
    await this.#client.end()
  }
}
