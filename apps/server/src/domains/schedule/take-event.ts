import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import { deleteTaken, dropEndedHolds, insertTaken } from './store.ts'
import { taken } from './tables.ts'
import type { AskedAbout } from './taking-time.ts'

interface EventTime {
  eventId: string
  personId: string
  startsAt: Date
  endsAt: Date
  now: Date
  asked: AskedAbout
}

/**
 * Takes the time of a dated event, and frees its old time; 409 where a sold slot blocks it. The caller holds the lock
 * of the person's profile. Two events may overlap. Throws `HoldsToAskAbout` where a person may have paid for a call in
 * that time.
 */
export async function takeEventTime(tx: Tx, event: EventTime): Promise<void> {
  const { eventId, personId, startsAt, endsAt, now, asked } = event
  await deleteTaken(tx, eventId)
  const [slot] = await tx
    .select({ id: taken.sourceId })
    .from(taken)
    .where(
      and(
        eq(taken.personId, personId),
        ne(taken.kind, 'event'),
        gt(taken.blockedUntil, startsAt),
        lt(taken.blockedFrom, endsAt),
        or(isNull(taken.heldUntil), gt(taken.heldUntil, now)),
      ),
    )
    .limit(1)
  if (slot) throw refuse.conflict('This time has been taken by a call that was sold')
  await dropEndedHolds(tx, personId, { from: startsAt, until: endsAt, now, asked })
  const blocked = { blockedFrom: startsAt, blockedUntil: endsAt }
  const row = { sourceId: eventId, kind: 'event' as const, personId, startsAt, endsAt, heldUntil: null }
  await insertTaken(tx, { ...row, ...blocked })
}

/** Frees the time of an event or a request that is over. */
export const freeTime = deleteTaken
