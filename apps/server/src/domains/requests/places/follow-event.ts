import { invariant } from '../../../core/invariant.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { type EventStanding, eventStanding } from '../../live-events/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { followEvent } from './place-rules.ts'
import { listOpenPlaces } from './place-store.ts'

/** How the event of a place stands. */
export async function standingOf(db: DbOrTx, eventId: string | null): Promise<EventStanding> {
  const standing = eventId === null ? null : await eventStanding(db, eventId)
  invariant(standing, 'a place belongs to an event')
  return standing
}

/** Lets every open place of an event follow what became of it; safe to repeat. */
export async function followEventInPlaces(deps: RequestsDeps, eventId: string): Promise<void> {
  for (const requestId of await listOpenPlaces(deps.db, eventId)) await followEventIn(deps, requestId)
}

/** Lets one place follow its event: it may have been paid after the event began. */
export async function followEventIn(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'event',
    actorId: null,
    decide: async (row, tx, now) => followEvent(row, await standingOf(tx, row.liveEventId), now),
  })
}
