import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { eachOf } from '../../db/each-of.ts'
import { isAnySuspended } from '../accounts/public.ts'
import { listUnsettled } from '../safety/public.ts'
import { cancelEvent, endEvent } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { liveEvents } from './tables.ts'

const PEOPLE = 20
const isOpenOf = (userId: string) =>
  and(eq(liveEvents.influencerId, userId), inArray(liveEvents.state, ['scheduled', 'live']))

/** How many events of a person are to come or going on. */
export const countOpenEvents = (db: DbOrTx, userId: string): Promise<number> =>
  db.$count(liveEvents, isOpenOf(userId))

/** Cancels the events of people who were suspended, and ends those that have begun; safe to repeat. */
export async function endEventsOfSuspended(deps: LiveEventsDeps): Promise<number> {
  let looked = 0
  await eachOf(await listUnsettled(deps.db, PEOPLE), async ({ userId: actorId }) => {
    if (!(await isAnySuspended(deps.db, [actorId]))) return
    const events = await deps.db.select().from(liveEvents).where(isOpenOf(actorId))
    looked += events.length
    await eachOf(events, ({ slug, begunAt }) => {
      const end = begunAt ? endEvent : cancelEvent
      return end(deps, { slug, actorId })
    })
  })
  return looked
}
