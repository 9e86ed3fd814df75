import { sql } from 'drizzle-orm'
import { type MovableClock, movableClock } from '../core/clock.ts'
import { refuse } from '../core/refusal.ts'
import type { Db } from '../db/client.ts'
import { applicationClock } from './tables.ts'

/** The application's clock with the offset that the sandbox has moved it by, which survives a restart. */
export async function loadClock(db: Db): Promise<MovableClock> {
  const [row] = await db.select().from(applicationClock)
  return movableClock(row?.offsetSeconds ?? 0)
}

/** As far as a whole number of the database goes: 68 years. */
const OFFSET_MAX_SECONDS = 2 ** 31 - 1

/** Moves the clock ahead for good; a refusal where it goes no further. */
export async function advanceClock(db: Db, clock: MovableClock, seconds: number): Promise<Date> {
  const offsetSeconds = clock.offsetSeconds() + seconds
  if (offsetSeconds > OFFSET_MAX_SECONDS) throw refuse.conflict('The clock goes no further')
  await db
    .insert(applicationClock)
    .values({ id: 1, offsetSeconds })
    // Of two that come at once, the second adds to what the first has stored.
    .onConflictDoUpdate({
      target: applicationClock.id,
      set: {
        offsetSeconds: sql`greatest(excluded.offset_seconds, ${applicationClock.offsetSeconds} + ${seconds})`,
      },
    })
  clock.advance(seconds)
  return clock.now()
}
