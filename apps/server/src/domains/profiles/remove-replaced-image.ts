import { postgresErrorOf } from '../../db/postgres-errors.ts'
import type { ProfilesDeps } from './deps.ts'
import { deleteUnusedImage, findImage } from './store.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes a replaced image, its row first; keeps one that is still shown. For the outbox: safe to repeat. */
export async function removeReplacedImage(
  deps: Pick<ProfilesDeps, 'db' | 'images'>,
  { imageId }: { imageId: string },
): Promise<void> {
  try {
    await deleteUnusedImage(deps.db, imageId)
  } catch (error) {
    if (postgresErrorOf(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
  }
  if (!(await findImage(deps.db, imageId))) await deps.images.remove(imageId)
}
