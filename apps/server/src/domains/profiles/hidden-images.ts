import { inArray } from 'drizzle-orm'
import type { Log } from '../../core/core.ts'
import type { Db } from '../../db/client.ts'
import { suspendedPeople } from '../safety/public.ts'
import { images } from './tables.ts'

/** After this long the next request for an image reads the list again. */
const READ_AFTER_MS = 2_000
/** The greatest age of the list: images of a suspended person disappear within five seconds. */
const KNOWN_FOR_MS = 4_000

/**
 * Whether an image belongs to a suspended person. Few people are suspended, so one query reads all of their images,
 * at most every two seconds, and a request for an image needs no query of its own. While the database is slow, the
 * cached list answers and no image waits; while it is down, the cached list stays valid. `nowMs` must never go back.
 */
export function createHiddenImages(
  deps: { db: Db; log: Log },
  nowMs = () => performance.now(),
): (id: string) => Promise<boolean> {
  let hidden: ReadonlySet<string> = new Set()
  let knownMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const requestedMs = nowMs()
    try {
      hidden = await hiddenNow(deps.db)
      knownMs = requestedMs
    } catch (error) {
      deps.log.warn({ err: error }, 'whose pictures are hidden could not be read')
      knownMs = nowMs()
    } finally {
      reading = null
    }
  }

  return async id => {
    if (nowMs() - knownMs > READ_AFTER_MS) reading ??= read()
    if (nowMs() - knownMs > KNOWN_FOR_MS) await reading
    return hidden.has(id)
  }
}

async function hiddenNow(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ id: images.id })
    .from(images)
    .where(inArray(images.ownerId, suspendedPeople(db)))
  return new Set(rows.map(({ id }) => id))
}
