import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Core } from '../core/core.ts'
import { anyOf } from '../db/any-of.ts'
import { builtOnce, type ValueOf } from '../db/built-once.ts'
import type { Work } from './handlers.ts'
import { FIRST_LANES, type Lane } from './lanes.ts'
import { IN_BULK_LANE, outbox } from './tables.ts'

/** How long a process may hold work without renewing its lock; after a crash another process then takes it over. */
export const LOCK_SECONDS = 10
/** How often the lock of running work is renewed: a provider may need longer than the lock. */
export const RENEW_EVERY_MS = 3_000
const BACKOFF_MAX_SECONDS = 300

type Deps = Pick<Core, 'db' | 'clock'>

// By the clock of the database: processes on other machines compare what this one writes.
const lockEnd = sql`now() + make_interval(secs => ${LOCK_SECONDS})`
/** Takes as much due work of each lane as the lane has free places; in each lane the work that is due longest first. */
export async function claimWork({ db, clock }: Deps, free: Readonly<Record<Lane, number>>): Promise<Work[]> {
  const places = FIRST_LANES.map(lane => free[lane])
  const again = [free.again, free['bulk-again']]
  const claimed = await claim(db, { now: clock.now(), places, again })
  return claimed.sort((a, b) => a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1))
}

interface Claim {
  now: Date
  /** The free places of each of the first lanes. */
  places: readonly number[]
  /** The free places of work that is tried again: of that of people, and of bulk work. */
  again: readonly number[]
}

const claim = builtOnce((db, value: ValueOf<Claim>) => {
  const now = value('now', outbox.runAt)
  const isDue = sql`done_at is null and run_at <= ${now} and (locked_until is null or locked_until < now())`
  // Materialized: evaluated once, whatever the plan, so that never more is taken than there is room for.
  const due = sql`(
    with due as materialized (
      select taken.id from unnest(${sql.param([...FIRST_LANES])}::text[], ${sql.placeholder('places')}::int[]) as of_lane(name, free)
      cross join lateral (
        select id from outbox where attempts = 0 and lane = of_lane.name and ${isDue}
        order by run_at, id limit of_lane.free for update skip locked
      ) taken
      union all
      select taken.id from unnest(array[false, true], ${sql.placeholder('again')}::int[]) as of_again(is_bulk, free)
      cross join lateral (
        select id from outbox where attempts > 0 and ${IN_BULK_LANE} = of_again.is_bulk and ${isDue}
        order by run_at, id limit of_again.free for update skip locked
      ) taken
    ) select id from due)`
  return db
    .update(outbox)
    .set({ lockedUntil: lockEnd, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in ${due}`)
    .returning()
})

/** Renews the locks of running work. */
export async function holdOn({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<void> {
  await db
    .update(outbox)
    .set({ lockedUntil: lockEnd })
    .where(and(anyOf(outbox.id, ids), isNull(outbox.doneAt)))
}

/** Finished work loses its payload, which may contain a one-time link. */
export async function writeDone({ db, clock }: Deps, { id }: Work): Promise<void> {
  await updateDone(db, { id, now: clock.now() })
}

const updateDone = builtOnce((db, value: ValueOf<{ id: string; now: Date }>) =>
  db
    .update(outbox)
    .set({ doneAt: value('now', outbox.doneAt), lastError: null, payload: {} })
    .where(and(eq(outbox.id, value('id', outbox.id)), isNull(outbox.doneAt))),
)

/** Releases failed work until its next try, unless another process has taken it over. */
export async function writeFailed(
  { db, clock }: Deps,
  { id, attempts }: Work,
  error: unknown,
): Promise<void> {
  const waitSeconds = Math.min(2 ** (attempts - 1), BACKOFF_MAX_SECONDS)
  await db
    .update(outbox)
    .set({
      runAt: new Date(clock.now().getTime() + waitSeconds * 1000),
      lockedUntil: null,
      lastError: error instanceof Error ? error.name : 'unknown',
    })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.doneAt)))
}
