import { formatAmount, messages } from '@parley/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { type PersonalData, personalDataOf } from '../../core/domain.ts'
import type { DbOrTx } from '../../db/client.ts'
import { imageAddress } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { eraseEvents } from './erase-events.ts'
import { liveEvents } from './tables.ts'

/** The events of a person; an open one must end before the account can be deleted. */
export const eventPersonalData = ({ db }: Pick<LiveEventsDeps, 'db'>): PersonalData =>
  personalDataOf({
    exported: async userId => ({ live_events: await exportEvents(db, userId) }),
    deletionBlockers: async (tx, userId) =>
      (await hasOpenEvents(tx, userId)) ? [messages.deleteAfterEvent] : [],
    erase: eraseEvents,
  })

async function exportEvents(db: DbOrTx, ownerId: string) {
  const events = await db.select().from(liveEvents).where(eq(liveEvents.influencerId, ownerId))
  return events.map(event => ({
    slug: event.slug,
    title: event.title,
    description: event.description,
    amount: formatAmount(event.pricePence),
    duration: event.durationSeconds,
    starts_at: event.startsAt?.toISOString() ?? null,
    capacity: event.capacity,
    format: event.format,
    absent: event.absent,
    order: event.lineOrder,
    picture: imageAddress(event.imageId),
    state: event.state,
    created_at: event.createdAt.toISOString(),
  }))
}

async function hasOpenEvents(db: DbOrTx, ownerId: string): Promise<boolean> {
  const count = await db.$count(
    liveEvents,
    and(eq(liveEvents.influencerId, ownerId), inArray(liveEvents.state, ['scheduled', 'live'])),
  )
  return count > 0
}
