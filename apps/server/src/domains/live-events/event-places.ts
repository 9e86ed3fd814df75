import type {
  AbsentRule,
  DurationUnit,
  EventEnding,
  EventFormat,
  LineOrder,
  Pence,
  Seconds,
} from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { profileShowsMore } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { isOver } from './event.ts'
import { presentEvent } from './present-event.ts'
import { type FoundEvent, findEvent } from './store.ts'

/** The current offer of an event. */
export interface EventOffer {
  eventId: string
  influencerId: string
  influencerIsPublic: boolean
  slug: string
  description: string
  pricePence: Pence
  durationSeconds: Seconds
  durationDisplay: DurationUnit
  startsAt: Date | null
  capacity: number | null
  /** Zero of an event without a capacity: nobody counts them. */
  placesHeld: number
  format: EventFormat
  /** The next two have a meaning only for a queue. */
  absent: AbsentRule
  order: LineOrder
  isOver: boolean
  /** The offer as the buyer would see it now, for a booking that saw something else. */
  shown: unknown
}

/** The current offer of an event of which so many places are taken. */
export function offerOf(found: FoundEvent, placesHeld: number): EventOffer {
  const { event, owner } = found
  return {
    eventId: event.id,
    influencerId: owner.id,
    influencerIsPublic: owner.publicProfile,
    slug: event.slug,
    description: event.description,
    pricePence: event.pricePence,
    durationSeconds: event.durationSeconds,
    durationDisplay: event.durationDisplay,
    startsAt: event.startsAt,
    capacity: event.capacity,
    placesHeld,
    format: event.format,
    absent: event.absent,
    order: event.lineOrder,
    isOver: isOver(event),
    shown: presentEvent(found, placesHeld),
  }
}

/** The part of an event's state that decides about its places. */
export interface EventStanding {
  /** No place can be bought any more; its places may still wait for `ending`. */
  isOver: boolean
  begunAt: Date | null
  /** Null also while the event is over and its time is still counted: no place is settled yet. */
  ending: EventEnding | null
  /** Broadcast time when it ended, in ms. */
  usedMs: number
  /** Each place has a turn of its own, and is settled by that turn. */
  isQueue: boolean
}

export async function eventStanding(db: DbOrTx, eventId: string): Promise<EventStanding | null> {
  const found = await findEvent(db, { id: eventId })
  if (!found) return null
  const { begunAt, usedMs, settlesBy, format } = found.event
  const ending = settlesBy ? null : found.event.ending
  const isQueue = format === 'queue'
  return {
    isOver: isOver(found.event),
    begunAt,
    ending,
    usedMs,
    isQueue,
  }
}

/**
 * A place of an event of this owner was taken or is free again: the pages that show the number of free places get a
 * new version.
 */
export async function placesChanged(
  deps: Pick<LiveEventsDeps, 'clock'>,
  db: DbOrTx,
  ownerId: string,
): Promise<void> {
  await profileShowsMore(db, ownerId, deps.clock.now())
}
