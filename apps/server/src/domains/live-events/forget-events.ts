import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { liveEvents } from './tables.ts'

/** What stands in the place of the title of an event whose owner left. */
const FORGOTTEN_TITLE = 'Deleted event'

/**
 * Takes the owner's words and picture out of their events, which are over by then, and the words out of the addresses. The
 * rows stay, because places that were sold point at them; what each place was sold with is frozen in its request.
 */
export async function forgetEvents(tx: Tx, ownerId: string): Promise<void> {
  const own = await tx
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .where(eq(liveEvents.influencerId, ownerId))
  for (const { id } of own) {
    await tx
      .update(liveEvents)
      .set({
        ...{ title: FORGOTTEN_TITLE, description: '', slug: `deleted-${id}` },
        ...{ uuid: id, fingerprint: '', pictureId: null },
      })
      .where(eq(liveEvents.id, id))
  }
}
