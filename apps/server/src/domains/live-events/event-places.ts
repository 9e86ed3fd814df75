import type {
  AbsentRule,
  DurationUnit,
  EventEnding,
  EventFormat,
  LineOrder,
  Pence,
  Seconds,
} from '@parley/contract'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { profileShowsMore } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { isOver } from './event.ts'
import { presentEvents } from './present-event.ts'
import { findEvent, lockEvent } from './store.ts'

/** The present offer of an event. */
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
  format: EventFormat
  /** These two count at a queue alone. */
  absent: AbsentRule
  order: LineOrder
  isOver: boolean
  /** As the buyer would see it now, for a booking that saw something else. */
  shown: unknown
}

/**
 * The event of a slug, locked until the booking is written, so that places are sold one after the other; null when
 * this influencer has none.
 */
export async function eventOfferForUpdate(
  deps: Pick<LiveEventsDeps, 'placesHeld'>,
  tx: Tx,
  asked: { username: string; slug: string },
): Promise<EventOffer | null> {
  const row = await lockEvent(tx, { slug: asked.slug })
  return row && eventOffer(deps, tx, asked)
}

/** The event of a slug as it is sold now, not locked; null when this influencer has none. */
export async function eventOffer(
  deps: Pick<LiveEventsDeps, 'placesHeld'>,
  tx: Tx,
  asked: { username: string; slug: string },
): Promise<EventOffer | null> {
  const found = await findEvent(tx, { slug: asked.slug })
  if (!found || found.owner.username !== asked.username.toLowerCase()) return null
  const [shown] = await presentEvents(deps, tx, [found])
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
    format: event.format,
    absent: event.absent,
    order: event.lineOrder,
    isOver: isOver(event),
    shown,
  }
}

/** The state of an event for its places. */
export interface EventStanding {
  /** Nothing of it is to be bought any more; its places may still wait for `ending`. */
  isOver: boolean
  begunAt: Date | null
  /** Null also while it is over and still counted: nothing is settled by it yet. */
  ending: EventEnding | null
  /** Broadcast time when it ended, in ms. */
  usedMs: number
  /** Each place has a turn of its own, and is settled by that. */
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

/** A place was taken or is free again: the pages that show how many are left are made again. */
export async function placesChanged(
  deps: Pick<LiveEventsDeps, 'clock'>,
  tx: Tx,
  eventId: string,
): Promise<void> {
  const found = await findEvent(tx, { id: eventId })
  if (found) await profileShowsMore(tx, found.owner.id, deps.clock.now())
}
