import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

const LIMIT_MS = 120_000
const POLL_EVERY_MS = 200

/** Tables with pages that the visibility map does not have: an index-only scan reads these pages too. */
const UNSEEN = `select relname from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`

/**
 * Vacuums until the visibility map has every page. One VACUUM is not always enough: while another session has a
 * snapshot from before the rows were committed (an automatic ANALYZE, for example), their pages do not come into the
 * map, and the same statement then reads up to three times as many blocks.
 */
export async function vacuumWhole(client: Client): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    await client.query('vacuum (analyze)')
    const { rows } = await client.query<{ relname: string }>(UNSEEN)
    if (rows.length === 0) return
    if (performance.now() > deadline)
      throw new Error(
        `a snapshot of another session keeps pages unseen in ${rows.map(row => row.relname).join(', ')}`,
      )
    await pause(POLL_EVERY_MS)
  }
}
