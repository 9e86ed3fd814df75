import { madeAtMs } from '../../core/ids.ts'
import type { ProfilesDeps } from './deps.ts'
import { findImageIds } from './store.ts'

/** A change that stores an image takes seconds: an older file without a row will never get one. */
const ABANDONED_AFTER_MS = 3_600_000
const BATCH = 500

/**
 * Deletes files whose change was lost because the server was killed before the commit; returns how many. `nowMs` is the
 * machine's time, which is part of the ids.
 */
export async function removeAbandonedImages(
  deps: Pick<ProfilesDeps, 'db' | 'images' | 'log'>,
  nowMs: number = Date.now(),
): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const known = await findImageIds(deps.db, batch)
    for (const id of batch.filter(each => !known.has(each))) {
      await deps.images.remove(id)
      removed++
    }
    batch = []
  }
  for await (const id of deps.images.list()) {
    if (madeAtMs(id) > nowMs - ABANDONED_AFTER_MS) continue
    batch.push(id)
    if (batch.length >= BATCH) await removeBatch()
  }
  if (batch.length > 0) await removeBatch()
  if (removed > 0) deps.log.info({ removed }, 'files of pictures that never came to be were removed')
  return removed
}
