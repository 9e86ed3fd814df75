import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

const STEP_MS = 50

/**
 * Begins to measure time as a server meets it: in steps of a timer and a question to the database, one after the other. On
 * an idle machine that is time; on a machine that other programs keep busy, each step waits as each of the server's own
 * does, so that what a server does within some steps does not depend on the load. Answers how to end it: the steps in ms.
 */
export function measureServerTime(pool: Pick<Pool, 'query'>): () => Promise<number> {
  let isMeasuring = true
  let steps = 0
  async function measure(): Promise<void> {
    while (isMeasuring) {
      await delay(STEP_MS)
      await pool.query('select 1')
      steps++
    }
  }
  const measuring = measure()
  return async () => {
    const measuredMs = steps * STEP_MS
    isMeasuring = false
    await measuring
    return measuredMs
  }
}
