import { eventLengthMs } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { findEvent } from './store.ts'

/** The date of an event, for the calendar of its owner. */
export interface EventDate {
  id: string
  slug: string
  title: string
  ownerId: string
  startsAt: Date | null
  lengthMs: number
  dateSequence: number
  /** `off`: the event does not take place, and its owner was never on air. */
  stands: 'on' | 'off' | 'begun'
}

/** Null when there is no such event. */
export async function dateOfEvent(db: DbOrTx, id: string): Promise<EventDate | null> {
  const found = await findEvent(db, { id })
  if (!found) return null
  const { slug, title, startsAt, dateSequence, begunAt, state } = found.event
  const stands = begunAt ? 'begun' : state === 'scheduled' ? 'on' : 'off'
  return {
    id,
    slug,
    title,
    ownerId: found.owner.id,
    startsAt,
    lengthMs: eventLengthMs(found.event),
    dateSequence,
    stands,
  }
}
