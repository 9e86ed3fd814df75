import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { ProfilesDeps } from './deps.ts'
import { PICTURE_REPLACED } from './edit-profile.ts'
import { lockProfile } from './store.ts'
import { pictures, profiles } from './tables.ts'

/** Deletes a profile with its pictures; waits for a booking that is being written, and a later booking gets 404. */
export async function eraseProfile(
  deps: Pick<ProfilesDeps, 'outbox'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  if (!(await lockProfile(tx, userId))) return
  const own = await tx.select({ id: pictures.id }).from(pictures).where(eq(pictures.ownerId, userId))
  await tx.delete(profiles).where(eq(profiles.userId, userId))
  for (const { id } of own) await deps.outbox.add(tx, PICTURE_REPLACED, { pictureId: id })
}
