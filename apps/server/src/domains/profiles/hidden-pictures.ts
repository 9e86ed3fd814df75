import { inArray } from 'drizzle-orm'
import type { Log } from '../../core/core.ts'
import type { Db } from '../../db/client.ts'
import { suspendedPeople } from '../safety/public.ts'
import { pictures } from './tables.ts'

/** After that long it is read again, by the next who looks at a picture. */
const READ_AFTER_MS = 2_000
/** So old may be what is known of them: who is suspended is not shown any more within five seconds. */
const KNOWN_FOR_MS = 4_000

/**
 * Whether a picture is of somebody who is suspended. Few people are, so all of their pictures are read at once, at most
 * every two seconds, and a picture costs no question of its own. While the database is slow, what was known a moment ago
 * answers, and no picture waits; while it is away, what was known counts. `nowMs` never goes back.
 */
export function createHiddenPictures(
  deps: { db: Db; log: Log },
  nowMs = () => performance.now(),
): (id: string) => Promise<boolean> {
  let hidden: ReadonlySet<string> = new Set()
  let knownMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const askedMs = nowMs()
    try {
      hidden = await hiddenNow(deps.db)
      knownMs = askedMs
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
    .select({ id: pictures.id })
    .from(pictures)
    .where(inArray(pictures.ownerId, suspendedPeople(db)))
  return new Set(rows.map(({ id }) => id))
}
