import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../core/clock.ts'

/** A failing database must not keep the other figures from being read. */
const QUERY_TIMEOUT_MS = 2_000

/** Figures that are looked up when somebody reads the metrics: the pool of connections and what waits in the outbox. */
export function registerServerGauges(
  registry: Registry,
  { pool, clock }: { pool: Pool; clock: Clock },
): void {
  const registers = [registry]
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        return collect(this)
      },
    })
  gauge('parley_db_connections_open', 'Database connections of this process.', it => it.set(pool.totalCount))
  gauge('parley_db_connections_idle', 'Database connections without work.', it => it.set(pool.idleCount))
  gauge('parley_db_queries_waiting', 'Queries that wait for a connection.', it => it.set(pool.waitingCount))

  let read: Promise<OutboxFigures | null> | undefined
  /** One query for the three figures of one reading. */
  const outbox = () => {
    read ??= readOutbox(pool, clock.now()).finally(() => {
      read = undefined
    })
    return read
  }
  gauge('parley_outbox_due', 'Work in the outbox whose time has come.', async it => {
    it.set((await outbox())?.due ?? Number.NaN)
  })
  gauge('parley_outbox_failing', 'Work in the outbox that failed at least once.', async it => {
    it.set((await outbox())?.failing ?? Number.NaN)
  })
  gauge('parley_outbox_oldest_due_seconds', 'For how long the oldest due work waits.', async it => {
    it.set((await outbox())?.oldestSeconds ?? Number.NaN)
  })
}

interface OutboxFigures {
  due: number
  failing: number
  oldestSeconds: number
}

async function readOutbox(pool: Pool, now: Date): Promise<OutboxFigures | null> {
  // In two parts, as the indexes have it: the work of a week that is done is not read.
  const text = `select count(*) filter (where run_at <= $1)::int as due,
      count(*) filter (where attempts > 0 and last_error is not null)::int as failing,
      coalesce(greatest(extract(epoch from $1 - min(run_at)), 0), 0)::float8 as "oldestSeconds"
    from (select run_at, attempts, last_error from outbox where done_at is null and attempts = 0
      union all select run_at, attempts, last_error from outbox where done_at is null and attempts > 0) waiting`
  const timeout = AbortSignal.timeout(QUERY_TIMEOUT_MS)
  const late = new Promise<null>(resolve => timeout.addEventListener('abort', () => resolve(null)))
  const asked = pool.query<OutboxFigures>(text, [now]).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  )
  return Promise.race([asked, late])
}
