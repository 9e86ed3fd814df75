import { CALL_TROUBLES, DAY_MS } from '@parley/contract'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../core/clock.ts'
import { FIRST_LANES } from '../jobs/lanes.ts'
import { tooLate } from './too-late.ts'

const REFUND_LATE_MS = 3 * DAY_MS

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
  gauge('parley_refunds_late', 'Refunds that are unfinished for more than three days.', async it => {
    it.set((await countLateRefunds(pool, clock.now())) ?? Number.NaN)
  })
  new Gauge({
    name: 'parley_call_opinions_day',
    help: 'Ratings of calls in the last 24 hours: good, or what was not.',
    labelNames: ['opinion'],
    registers,
    collect() {
      return countOpinions(pool, clock.now(), this)
    },
  })
}

/** Every answer that a person can tap is a series, also while nobody gave it. */
async function countOpinions(pool: Pool, now: Date, gauge: Gauge): Promise<void> {
  const text = `select coalesce(trouble, 'good') as said, count(*)::int as count from call_opinions
    where opinion in ('good', 'not_good') and created_at > $1 group by 1`
  const query = pool.query<{ said: string; count: number }>(text, [new Date(now.getTime() - DAY_MS)]).then(
    ({ rows }) => rows,
    () => null,
  )
  const counted = await Promise.race([query, tooLate()])
  for (const opinion of ['good', ...CALL_TROUBLES])
    gauge.set({ opinion }, counted ? (counted.find(({ said }) => said === opinion)?.count ?? 0) : Number.NaN)
}

/** Refunds that are not with their buyer three days after they were decided; null when the database does not say. */
async function countLateRefunds(pool: Pool, now: Date): Promise<number | null> {
  const late = new Date(now.getTime() - REFUND_LATE_MS)
  const text = `select count(*)::int as count from refunds f join session_requests r on r.id = f.request_id
    where f.status in ('pending', 'sent', 'failed') and f.created_at < $1 and r.payment_status <> 'disputed'`
  const query = pool.query<{ count: number }>(text, [late]).then(
    ({ rows }) => rows[0]?.count ?? null,
    () => null,
  )
  return Promise.race([query, tooLate()])
}

interface OutboxFigures {
  due: number
  failing: number
  oldestSeconds: number
}

async function readOutbox(pool: Pool, now: Date): Promise<OutboxFigures | null> {
  // In two parts, as the indexes have it: neither the work of a week that is done nor what waits for a later day is
  // read.
  const text = `select count(*) filter (where run_at <= $1)::int as due,
      count(*) filter (where attempts > 0 and last_error is not null)::int as failing,
      coalesce(greatest(extract(epoch from $1 - min(run_at)), 0), 0)::float8 as "oldestSeconds"
    from (select run_at, attempts, last_error from outbox
        where done_at is null and attempts = 0 and lane = any($2) and run_at <= $1
      union all select run_at, attempts, last_error from outbox where done_at is null and attempts > 0) waiting`
  const query = pool.query<OutboxFigures>(text, [now, FIRST_LANES]).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  )
  return Promise.race([query, tooLate()])
}
