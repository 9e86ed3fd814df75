import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Core } from '../core/core.ts'
import { anyOf } from '../db/any-of.ts'
import type { Work } from './handlers.ts'
import { outbox } from './tables.ts'

/** How long a process may hold a piece of work without a sign of life; after a crash another takes it over then. */
export const LOCK_SECONDS = 10
/** Held work is held on this often, however long it takes: a provider may need longer than the lock. */
export const RENEW_EVERY_MS = 3_000
const BACKOFF_MAX_SECONDS = 300

/** Work that is new, and work that failed or was left by a process that died: neither keeps the other waiting. */
export type Lane = 'first' | 'again'
export const LANES: readonly Lane[] = ['first', 'again']

type Deps = Pick<Core, 'db' | 'clock'>

// By the clock of the database: processes on other machines compare what this one writes.
const lockEnd = sql`now() + make_interval(secs => ${LOCK_SECONDS})`
// Written as the indexes have them.
const ofLane = { first: sql`${outbox.attempts} = 0`, again: sql`${outbox.attempts} > 0` }

/** Takes at most `limit` pieces of due work of a lane, those first that have been due for longest. */
export async function claimWork({ db, clock }: Deps, lane: Lane, limit: number): Promise<Work[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        ofLane[lane],
        lte(outbox.runAt, clock.now()),
        or(isNull(outbox.lockedUntil), lt(outbox.lockedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(outbox)
    .set({ lockedUntil: lockEnd, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} in ${due}`)
    .returning()
  return claimed.sort((a, b) => a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1))
}

/** Holds on to work that is still being done. */
export async function holdOn({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<void> {
  await db
    .update(outbox)
    .set({ lockedUntil: lockEnd })
    .where(and(anyOf(outbox.id, ids), isNull(outbox.doneAt)))
}

/** What is done keeps no words: a payload may hold a one-time link. */
export async function writeDone({ db, clock }: Deps, { id }: Work): Promise<void> {
  await db
    .update(outbox)
    .set({ doneAt: clock.now(), lastError: null, payload: {} })
    .where(and(eq(outbox.id, id), isNull(outbox.doneAt)))
}

/** Lets go of work that failed, until later; unless another process has taken it over in between. */
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
