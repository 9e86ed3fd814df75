import { formatAmount, type LiveEvent } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { imageAddress } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import type { FoundEvent } from './store.ts'

/** Events as every person sees them who may. Only of an event with a capacity are the places counted. */
export async function presentEvents(
  deps: Pick<LiveEventsDeps, 'placesHeld'>,
  db: DbOrTx,
  found: readonly FoundEvent[],
): Promise<LiveEvent[]> {
  const held = await deps.placesHeld(
    db,
    found.filter(({ event }) => event.capacity !== null).map(({ event }) => event.id),
  )
  return found.map(each => presentEvent(each, held.get(each.event.id) ?? 0))
}

/** An event as every person sees it who may, with so many places taken. */
export function presentEvent({ event, owner }: FoundEvent, placesHeld: number): LiveEvent {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    description: event.description,
    profile: { picture: imageAddress(event.imageId) },
    format: event.format,
    absent: event.format === 'queue' ? event.absent : null,
    order: event.format === 'queue' ? event.lineOrder : null,
    amount: formatAmount(event.pricePence),
    duration: event.durationSeconds,
    duration_display: event.durationDisplay,
    state: event.state,
    starts_at: event.startsAt?.toISOString() ?? null,
    capacity: event.capacity,
    places_left: event.capacity === null ? null : Math.max(0, event.capacity - placesHeld),
    influencer: { user: { id: owner.id, username: owner.username } },
  }
}
