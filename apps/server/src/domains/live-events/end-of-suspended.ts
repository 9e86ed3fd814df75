import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { Refusal } from '../../core/refusal.ts'
import type { DbOrTx } from '../../db/client.ts'
import { eachOf } from '../../db/each-of.ts'
import { isAnySuspended } from '../accounts/public.ts'
import { listUnfinished } from '../safety/public.ts'
import { cancelEvent, endEvent } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import type { EventRow } from './store.ts'
import { liveEvents } from './tables.ts'

const PEOPLE = 20
const isOpenOf = (userId: string) =>
  and(eq(liveEvents.influencerId, userId), inArray(liveEvents.state, ['scheduled', 'live']))

/** The number of a person's events that are to come or live. */
export const countOpenEvents = (db: DbOrTx, userId: string): Promise<number> =>
  db.$count(liveEvents, isOpenOf(userId))

/** The live events of a person, so that the calls domain removes everybody from them. */
export async function listBegunEventsOf(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .where(and(isOpenOf(userId), isNotNull(liveEvents.begunAt)))
  return rows.map(row => row.id)
}

/**
 * Ends or cancels open events of a person. One that ended since it was read, by another process or its owner, stays as
 * it is.
 */
async function endEach(deps: LiveEventsDeps, events: readonly EventRow[], actorId: string): Promise<void> {
  await eachOf(events, async ({ slug, begunAt, format }) => {
    // A queue ends by its own rules, after the current turn.
    if (format === 'queue' && begunAt) return
    const end = begunAt ? endEvent : cancelEvent
    await end(deps, { slug, actorId }).catch(error => {
      if (!(error instanceof Refusal && error.code === 'conflict')) throw error
    })
  })
}

/** Cancels the events of suspended people, and ends those that have begun. Safe to repeat. */
export async function endEventsOfSuspended(deps: LiveEventsDeps): Promise<number> {
  let checked = 0
  await eachOf(await listUnfinished(deps.db, PEOPLE), async ({ userId: actorId }) => {
    if (!(await isAnySuspended(deps.db, [actorId]))) return
    const events = await deps.db.select().from(liveEvents).where(isOpenOf(actorId))
    checked += events.length
    await endEach(deps, events, actorId)
  })
  return checked
}

/** Cancels the events of a person who is now known to be too young, and ends what they broadcast. Safe to repeat. */
export async function endEventsOfTooYoung(deps: LiveEventsDeps, actorId: string): Promise<void> {
  const events = await deps.db.select().from(liveEvents).where(isOpenOf(actorId))
  await endEach(deps, events, actorId)
}
