import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

const STEP_MS = 50

/**
 * Starts to measure time in steps as a server experiences it: a timer and then a query, again and again. On an idle
 * machine the steps take their normal time; on a busy machine each step waits as each of the server's own does, so a
 * limit in steps does not depend on the load. Answers the function that stops it and resolves with the steps in ms.
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
