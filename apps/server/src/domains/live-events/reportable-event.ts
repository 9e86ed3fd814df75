import { formatAmount } from '@parley/contract'
import { eq } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import type { Reportable } from '../safety/public.ts'
import { liveEvents } from './tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An event that a person reports, by its id or slug; the caller checks whether the person may see its owner. */
export async function reportableEvent(db: DbOrTx, idOrSlug: string): Promise<Reportable | null> {
  const where = UUID.test(idOrSlug) ? eq(liveEvents.id, idOrSlug) : eq(liveEvents.slug, idOrSlug)
  const [event] = await db.select().from(liveEvents).where(where)
  if (!event) return null
  return {
    aboutId: event.id,
    reportedId: event.influencerId,
    facts: {
      title: event.title,
      description: event.description,
      amount: formatAmount(event.pricePence),
      starts_at: event.startsAt?.toISOString() ?? null,
      state: event.state,
    },
  }
}
