import { messages } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import type { CheckedHolds } from './holds-to-check.ts'
import { deleteTaken, dropEndedHolds, insertTaken, takenWithin } from './store.ts'

interface EventTime {
  eventId: string
  personId: string
  startsAt: Date
  endsAt: Date
  /** Whether it may overlap other events that may: a broadcast. */
  mayOverlap: boolean
  now: Date
  checked: CheckedHolds
}

/**
 * Takes the time of a dated event, and frees its old time; 409 where a sold call blocks it, or another event of the
 * person, unless both are broadcasts. The caller holds the lock of the person's profile. Throws `HoldsToCheck` where
 * a person may have paid for a call in that time.
 */
export async function reserveEventTime(tx: Tx, event: EventTime): Promise<void> {
  const { eventId, personId, startsAt, endsAt, mayOverlap, now, checked } = event
  await deleteTaken(tx, eventId)
  const inTheWay = await takenWithin(tx, personId, { from: startsAt, until: endsAt, now })
  if (inTheWay.some(({ kind }) => kind !== 'event')) throw refuse.conflict(messages.timeTakenByCall)
  if (inTheWay.some(other => !(mayOverlap && other.mayOverlap)))
    throw refuse.conflict(messages.timeTakenByEvent)
  await dropEndedHolds(tx, personId, { from: startsAt, until: endsAt, now, checked })
  const blocked = { blockedFrom: startsAt, blockedUntil: endsAt }
  const row = { sourceId: eventId, kind: 'event' as const, personId, startsAt, endsAt, heldUntil: null }
  await insertTaken(tx, { ...row, ...blocked, mayOverlap })
}

/** Frees the time of an event or a request that is over. */
export const freeTime = deleteTaken
