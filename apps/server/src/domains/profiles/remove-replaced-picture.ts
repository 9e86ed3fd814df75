import { postgresErrorOf } from '../../db/postgres-errors.ts'
import type { ProfilesDeps } from './deps.ts'
import { deleteUnusedPicture, findPicture } from './store.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes a replaced picture, its row first; keeps one that is still shown. For the outbox: safe to repeat. */
export async function removeReplacedPicture(
  deps: Pick<ProfilesDeps, 'db' | 'pictures'>,
  { pictureId }: { pictureId: string },
): Promise<void> {
  try {
    await deleteUnusedPicture(deps.db, pictureId)
  } catch (error) {
    if (postgresErrorOf(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
  }
  if (!(await findPicture(deps.db, pictureId))) await deps.pictures.remove(pictureId)
}
