import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import { clientConfigOf } from './connection.ts'
import { isConnectionLost, isDatabaseAway } from './database-away.ts'
import type { DatabaseLog } from './embedded-postgres/log.ts'
import { nameFrequentStatements } from './named-statements.ts'
import { isRetryable } from './postgres-errors.ts'
import { pauseMs, retryReads } from './retry-reads.ts'

type NoRelations = Record<string, never>

/** The database outside a transaction. */
export type Db = NodePgDatabase<NoRelations> & { $client: Pool }
/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** For queries that run inside or outside a transaction. */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT, NoRelations>

/** How many connections a process may hold; times the processes it stays below `max_connections` of the server. */
const DEFAULT_POOL_SIZE = 20
/** A request waits this long for a free connection, or for one to be made, and is then refused with 503. */
const CONNECTION_LIMIT_MS = 10_000
const STATEMENT_LIMIT_MS = 15_000
const LOCK_LIMIT_MS = 10_000
const IDLE_IN_TRANSACTION_LIMIT_MS = 10_000
/** Longer than the server's own limit, for answers that a broken network loses. */
const ANSWER_LIMIT_MS = STATEMENT_LIMIT_MS + 5_000
const KEEP_ALIVE_AFTER_MS = 30_000
/**
 * A new connection costs Postgres some 30 ms of CPU until its caches know the tables, so one is kept for minutes of
 * quiet; pg's own 10 s would make them again for every visitor of a quiet site.
 */
const IDLE_LIMIT_MS = 300_000
/** Connections are made again now and then, so that they follow a database that has moved. */
const CONNECTION_LIFETIME_SECONDS = 1_800
const MAX_ATTEMPTS = 5
const FIRST_BACKOFF_MS = 10

const TIME_LIMITS = {
  statement_timeout: STATEMENT_LIMIT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
  query_timeout: ANSWER_LIMIT_MS,
}
/** What each connection of a request asks of Postgres when it is made, in ms. */
export const REQUEST_LIMITS = { lock_timeout: LOCK_LIMIT_MS, ...TIME_LIMITS }

export interface PoolOptions {
  /** A connection string, or the `connection` of an embedded Postgres. */
  connection: string | ClientConfig
  log: DatabaseLog
  size?: number
  /** How long to wait for a connection, in ms. */
  waitMs?: number
  /** `none` is for the operator's own commands, which read everything: nobody waits for their statements. */
  limits?: 'of a request' | 'none'
  /** Whether frequent statements are prepared; off behind a pooler that does not know them. */
  prepared?: 'on' | 'off'
}

/**
 * A pool whose connections limit their work, whose lost connections are logged, never thrown, and whose reads are
 * tried again.
 */
export function createPool(options: PoolOptions): Pool {
  const { connection, log, size = DEFAULT_POOL_SIZE, waitMs = CONNECTION_LIMIT_MS } = options
  const { limits = 'of a request' } = options
  const pool = new Pool({
    ...clientConfigOf(connection),
    max: size,
    connectionTimeoutMillis: waitMs,
    ...(limits === 'none' ? { lock_timeout: LOCK_LIMIT_MS } : REQUEST_LIMITS),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    application_name: 'parley',
  })
  pool.on('error', error => {
    if (!pool.ending) log.warn({ err: error }, 'An idle database connection was lost')
  })
  // pg takes its own listener off a connection in use, and an error event without listener ends the process; the
  // query that was running gets the error too, so there is nothing to do here.
  pool.on('connect', client => client.on('error', () => undefined))
  if (options.prepared === 'on') nameFrequentStatements(pool)
  retryReads(pool)
  return pool
}

/** The connection of each transaction that runs. */
const connections = new WeakMap<object, PoolClient>()

/** The connection that runs the statements of `db`; undefined for a nested transaction. */
export function connectionOf(db: DbOrTx): Pool | PoolClient | undefined {
  return connections.get(db) ?? ('$client' in db ? (db as Db).$client : undefined)
}

/** What is done after the commit of each transaction that runs. */
const afterCommits = new WeakMap<object, Set<() => void>>()

/** Calls `run` once after the commit of this transaction; never if it fails, nor for a nested one. */
export function afterCommit(tx: Tx, run: () => void): void {
  afterCommits.get(tx)?.add(run)
}

/** Drizzle over a pool: the select builder only, hence no schema. */
export function createDatabase(pool: Pool): Db {
  return drizzle(pool)
}

/**
 * Runs `work` in a transaction, and again from its start (5 times at most) after a deadlock or serialization failure,
 * or if it could not begin. So `work` must change nothing outside the database. A lost connection is not retried: the
 * lost answer may be that of the commit. Nested calls use `tx.transaction`.
 */
export async function withTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let state: 'to begin' | 'begun' = 'to begin'
    const begin = (tx: Tx) => {
      state = 'begun'
      return work(tx)
    }
    try {
      return await runOnce(db, begin, config)
    } catch (error) {
      const isUnbegun = state === 'to begin' && isConnectionLost(error)
      if (attempt >= MAX_ATTEMPTS || !(isUnbegun || isRetryable(error))) throw error
      await delay(isUnbegun ? pauseMs(attempt) : Math.random() * FIRST_BACKOFF_MS * 2 ** attempt)
    }
  }
}

/** Takes the connection itself: drizzle on a pool never gives one back whose `begin` failed. */
async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  const client = await db.$client.connect()
  const committed = new Set<() => void>()
  let lost: Error | undefined
  let done: T
  try {
    const onClient = (tx: Tx) => {
      connections.set(tx, client)
      afterCommits.set(tx, committed)
      return work(tx)
    }
    done = await drizzle(client).transaction(onClient, config)
  } catch (error) {
    // A statement may still run on it that nobody waits for: such a connection is never given to another.
    if (isDatabaseAway(error)) lost = new Error('given up', { cause: error })
    throw error
  } finally {
    client.release(lost)
  }
  for (const run of committed) run()
  return done
}
