import { madeAtMs } from '../../core/ids.ts'
import type { ProfilesDeps } from './deps.ts'
import { findPictureIds } from './store.ts'

/** A change that stores a picture takes seconds; whatever is older and has no row will never have one. */
const ABANDONED_AFTER_MS = 3_600_000
const BATCH = 500

/**
 * Takes away files whose change never came to be because the server was killed in between; returns how many. `nowMs` is
 * the machine's time, by which ids are made.
 */
export async function removeAbandonedPictures(
  deps: Pick<ProfilesDeps, 'db' | 'pictures' | 'log'>,
  nowMs: number = Date.now(),
): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const known = await findPictureIds(deps.db, batch)
    for (const id of batch.filter(each => !known.has(each))) {
      await deps.pictures.remove(id)
      removed++
    }
    batch = []
  }
  for await (const id of deps.pictures.list()) {
    if (madeAtMs(id) > nowMs - ABANDONED_AFTER_MS) continue
    batch.push(id)
    if (batch.length >= BATCH) await removeBatch()
  }
  if (batch.length > 0) await removeBatch()
  if (removed > 0) deps.log.info({ removed }, 'files of pictures that never came to be were removed')
  return removed
}
