import { type EventFormat, type EventState, JOIN_BEFORE_START_MS } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { findEvent } from './store.ts'

/**
 * An event as the calls domain sees it: who broadcasts, when and for how long. The calls domain checks each viewer
 * separately.
 */
export interface EventSubject {
  kind: 'broadcast'
  /** The event's id. */
  roomId: string
  slug: string
  format: EventFormat
  state: EventState
  influencer: { id: string; username: string }
  totalMs: number
  /** For dated events: nobody joins before this. */
  opensAt: Date | null
  /** For dated events: broadcast time before this is not paid. */
  countsFrom: Date | null
  hasBegun: boolean
  /** The owner is suspended: the event must not continue. */
  isOwnerOut: boolean
}

/** An event as the calls domain needs it; null when there is none. */
export async function findEventSubject(
  db: DbOrTx,
  by: { slug: string } | { id: string },
): Promise<EventSubject | null> {
  const found = await findEvent(db, by)
  if (!found) return null
  const { event, owner } = found
  return {
    kind: 'broadcast',
    roomId: event.id,
    slug: event.slug,
    format: event.format,
    state: event.state,
    influencer: { id: owner.id, username: owner.username },
    totalMs: event.durationSeconds * 1000,
    opensAt: event.startsAt && new Date(event.startsAt.getTime() - JOIN_BEFORE_START_MS),
    countsFrom: event.startsAt,
    hasBegun: event.begunAt !== null,
    isOwnerOut: owner.suspendedAt !== null,
  }
}
