import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import { Pool, type PoolConfig } from 'pg'
import type { DatabaseLog } from './embedded-postgres/log.ts'
import { isRetryable } from './postgres-errors.ts'

type NoRelations = Record<string, never>

/** The database outside a transaction. */
export type Db = NodePgDatabase<NoRelations> & { $client: Pool }
/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a query needs that does not care which of the two it has. */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT, NoRelations>

const STATEMENT_LIMIT_MS = 15_000
const IDLE_IN_TRANSACTION_LIMIT_MS = 10_000
const CONNECT_LIMIT_MS = 10_000
const DEFAULT_POOL_SIZE = 20
const MAX_ATTEMPTS = 5
const FIRST_BACKOFF_MS = 10

export interface PoolOptions {
  /** A connection string, or the `connection` of an embedded Postgres. */
  connection: string | PoolConfig
  log: DatabaseLog
  size?: number
}

/** A pool whose connections limit their statements and whose lost connections are logged, never thrown. */
export function createPool({ connection, log, size = DEFAULT_POOL_SIZE }: PoolOptions): Pool {
  const pool = new Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
    application_name: 'parley',
  })
  pool.on('error', error => log.warn({ err: error }, 'An idle database connection was lost'))
  // pg takes its own listener off a connection in use, and an error event without listener ends the process; the
  // query that was running gets the error too, so there is nothing to do here.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** Drizzle over a pool: the select builder only, hence no schema. */
export function createDatabase(pool: Pool): Db {
  return drizzle(pool)
}

/**
 * Runs `work` in a transaction, and again from its start (5 times at most) when Postgres gave it up for the sake of
 * another. So `work` must do nothing outside the database. Nested calls use `tx.transaction`.
 */
export async function withTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, config)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error
      await delay(Math.random() * FIRST_BACKOFF_MS * 2 ** attempt)
    }
  }
}

/** Takes the connection itself: drizzle on a pool never gives one back whose `begin` failed. */
async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  const client = await db.$client.connect()
  try {
    return await drizzle(client).transaction(work, config)
  } finally {
    client.release()
  }
}
