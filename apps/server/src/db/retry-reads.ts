import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, QueryConfig, QueryResult } from 'pg'
import { isConnectionLost } from './database-away.ts'
import { isStalePlan } from './postgres-errors.ts'

/** With the pauses between them a read waits some 1.5 s, longer than a Postgres takes that is restarted at once. */
const ATTEMPTS = 6
const FIRST_PAUSE_MS = 50

/** How long to wait before trying again what a lost connection cut off, by the number of tries so far. */
export function pauseMs(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1)
}

/** One statement that reads. Outside a transaction it leaves nothing behind, whichever functions it calls. */
const READ = /^\s*select\b[^;]*$/i

type Query = (query: string | QueryConfig, ...more: unknown[]) => Promise<QueryResult>

/**
 * Makes a pool repeat reads outside a transaction when the connection was lost. A write is never repeated, because
 * nobody knows whether it arrived.
 */
export function retryReads(pool: Pool): void {
  const send = pool.query.bind(pool) as Query
  const queryPatiently: Query = async (query, ...more) => {
    const isRead = READ.test(typeof query === 'string' ? query : query.text)
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(query, ...more)
      } catch (error) {
        const isStale = isStalePlan(error)
        if (!isRead || attempt >= ATTEMPTS || pool.ending || !(isStale || isConnectionLost(error)))
          throw error
        if (!isStale) await delay(pauseMs(attempt))
      }
    }
  }
  pool.query = queryPatiently as Pool['query']
}
