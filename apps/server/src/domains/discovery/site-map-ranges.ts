import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { liveEvents } from '../live-events/public.ts'
import { profiles } from '../profiles/public.ts'
import type { Range } from './search/range.ts'
import { isToCome } from './search/search-events.ts'

/** A tenth of what a search engine accepts, so that one answer costs little. */
const ADDRESSES_A_LIST = 5_000

const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The ranges of the sitemaps. The name of each has both ends, so that no address falls between two sitemaps, whatever
 * was added after the index was read, and a sitemap costs the same wherever it is.
 */
export function createSiteMapRanges(db: DbOrTx, size = ADDRESSES_A_LIST) {
  // Ids grow, so an end that was found once stays an end: only the newest profiles are read again.
  const ends: string[] = []
  return {
    async ofProfiles(): Promise<Range[]> {
      const { table, id } = { table: profiles, id: profiles.userId }
      const newer = await idsEach(
        db,
        size,
        sql`${id} as id from ${table} where ${id} > ${ends.at(-1) ?? LOWEST}`,
      )
      // A concurrent call may have found them already.
      for (const end of newer) if (end > (ends.at(-1) ?? LOWEST)) ends.push(end)
      return between(ends)
    },
    /** Events leave the sitemap when they are over, and the number of events to come is small. */
    async ofEvents(): Promise<Range[]> {
      return between(
        await idsEach(db, size, sql`${liveEvents.id} as id from ${liveEvents} where ${isToCome}`),
      )
    },
  }
}
export type SiteMapRanges = ReturnType<typeof createSiteMapRanges>

/** Every `size`-th id of some rows, in the order of their ids. */
async function idsEach(db: DbOrTx, size: number, rows: SQL): Promise<string[]> {
  const found = await db.execute<{ id: string }>(
    sql`select id from (select id, row_number() over (order by id) as number from (select ${rows}) rows) numbered
      where number % ${size} = 0 order by id`,
  )
  return found.rows.map(row => row.id)
}

function between(ends: readonly string[]): Range[] {
  return [...ends, HIGHEST].map((upTo, index) => ({ after: ends[index - 1] ?? LOWEST, upTo }))
}
