import { sql } from 'drizzle-orm'
import { type MovableClock, movableClock } from '../core/clock.ts'
import type { Db } from '../db/client.ts'
import { applicationClock } from './tables.ts'

/** The application's clock with the offset that the sandbox has moved it by, which survives a restart. */
export async function loadClock(db: Db): Promise<MovableClock> {
  const [row] = await db.select().from(applicationClock)
  return movableClock(row?.offsetSeconds ?? 0)
}

/** Moves the clock ahead for good. */
export async function advanceClock(db: Db, clock: MovableClock, seconds: number): Promise<Date> {
  const offsetSeconds = clock.offsetSeconds() + seconds
  await db
    .insert(applicationClock)
    .values({ id: 1, offsetSeconds })
    .onConflictDoUpdate({ target: applicationClock.id, set: { offsetSeconds: sql`excluded.offset_seconds` } })
  clock.advance(seconds)
  return clock.now()
}
