import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { liveEvents } from './tables.ts'

/** The title that replaces that of an event whose owner deleted their account. */
const FORGOTTEN_TITLE = 'Deleted event'

/**
 * Deletes the owner's texts and image from their ended events, and the texts from the slugs. The rows stay, because
 * sold places reference them; each request has a frozen copy of what was sold.
 */
export async function eraseEvents(tx: Tx, ownerId: string): Promise<void> {
  const own = await tx
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .where(eq(liveEvents.influencerId, ownerId))
  for (const { id } of own) {
    await tx
      .update(liveEvents)
      .set({
        ...{ title: FORGOTTEN_TITLE, description: '', slug: `deleted-${id}` },
        ...{ uuid: id, fingerprint: '', imageId: null },
      })
      .where(eq(liveEvents.id, id))
  }
}
