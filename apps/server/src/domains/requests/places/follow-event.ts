import { invariant } from '../../../core/invariant.ts'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import { type EventStanding, eventStanding } from '../../live-events/public.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { followEvent } from './place-rules.ts'
import { listOpenPlaces } from './place-store.ts'

/** How the event of a place stands. */
export async function standingOf(db: DbOrTx, eventId: string | null): Promise<EventStanding> {
  const standing = eventId === null ? null : await eventStanding(db, eventId)
  invariant(standing, 'a place belongs to an event')
  return standing
}

/** Whether a request is a place in a line, whose turn is a call of two; the clock of its paid time has its own id. */
export async function isTurn(db: DbOrTx, { liveEventId }: { liveEventId: string | null }): Promise<boolean> {
  return liveEventId !== null && (await standingOf(db, liveEventId)).isQueue
}

/** The places in one piece of work: an event of thousands does not occupy a slot of the outbox for minutes. */
const PLACES_AT_ONCE = 100
/** More are bulk work: one person's refund or mail does not wait behind theirs. */
const PLACES_DIRECTLY = 10

/**
 * Updates every open place to the state of its event, in pieces of work that run beside other work. Safe to repeat:
 * an updated place does nothing more.
 */
export async function followEventInPlaces(deps: RequestsDeps, eventId: string): Promise<void> {
  const places = await listOpenPlaces(deps.db, eventId)
  if (places.length <= PLACES_DIRECTLY) return followEventInEach(deps, places)
  await withTransaction(deps.db, async tx => {
    for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
      const requestIds = places.slice(from, from + PLACES_AT_ONCE)
      await deps.outbox.add(tx, REQUEST_TOPICS.placesFollow, { eventId, requestIds })
    }
  })
  deps.outbox.nudge()
}

/** Updates each of these places to the state of its event, one after the other; safe to repeat. */
export async function followEventInEach(deps: RequestsDeps, requestIds: readonly string[]): Promise<void> {
  for (const requestId of requestIds) await followEventIn(deps, requestId)
}

/** Updates one place to the state of its event: it may have been paid after the event began. */
export async function followEventIn(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'event',
    actorId: null,
    decide: async (row, tx, now) => followEvent(row, await standingOf(tx, row.liveEventId), now),
  })
}
