import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { ProfilesDeps } from './deps.ts'
import { IMAGE_REPLACED } from './edit-profile.ts'
import { lockProfile } from './store.ts'
import { images, profiles } from './tables.ts'

/** Deletes a profile with its images; waits for a booking that is being written, and a later booking gets 404. */
export async function eraseProfile(
  deps: Pick<ProfilesDeps, 'outbox'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  if (!(await lockProfile(tx, userId))) return
  const own = await tx.select({ id: images.id }).from(images).where(eq(images.ownerId, userId))
  await tx.delete(profiles).where(eq(profiles.userId, userId))
  for (const { id } of own) await deps.outbox.add(tx, IMAGE_REPLACED, { imageId: id })
}
