import { refuse } from '../../../core/refusal.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { endAsItsEvent } from './begun-place.ts'
import { standingOf } from './follow-event.ts'
import { findOwnPlace } from './place-store.ts'

/**
 * An event's owner removes a viewer: the place ends as by a block, so the unseen time is refunded, and all of it
 * before the event began. To keep a person away the owner blocks them.
 */
export async function removeViewer(
  deps: RequestsDeps,
  { eventId, viewerId, ownerId }: { eventId: string; viewerId: string; ownerId: string },
): Promise<void> {
  if ((await standingOf(deps.db, eventId)).isQueue)
    throw refuse.conflict('The desk of the queue removes a fan')
  const place = await findOwnPlace(deps.db, { eventId, buyerId: viewerId })
  if (!place) throw refuse.notFound('This person has no place here')
  await changeRequest(deps, {
    requestId: place.id,
    action: 'remove_viewer',
    actorId: ownerId,
    decide: async (row, tx, now) => {
      const usedMs = (await deps.callTime.usedMs(tx, [eventId])).get(eventId) ?? 0
      return endAsItsEvent(tx, row, {
        by: 'influencer',
        leftWhoWaits: false,
        ladderStands: false,
        leavingKeeps: false,
        usedMs,
        now,
      })
    },
  })
}
