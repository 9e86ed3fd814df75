import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { REQUEST_LIMITS } from './client.ts'
import { clientConfigOf, placeOf } from './connection.ts'
import { isConnectionLost } from './database-away.ts'
import type { DatabaseLog } from './embedded-postgres/log.ts'
import { postgresErrorOf } from './postgres-errors.ts'

/** A person who starts the server and its database together may start the server first. */
const PATIENCE_MS = 30_000
const POLL_EVERY_MS = 500
const CONNECT_LIMIT_MS = 5_000
const OLDEST_MAJOR = 15
const INSUFFICIENT_PRIVILEGE = '42501'
const PROTOCOL_VIOLATION = '08P01'

/** The operator's own database cannot be used: the message is a sentence for them. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/**
 * Waits for the database of the operator to answer, half a minute at most. Throws DatabaseUnusable, also for a pooler
 * that shares connections.
 */
export async function reachDatabase(
  connection: string,
  log: DatabaseLog,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await assertUsable(connection, log)
    } catch (error) {
      if (!isConnectionLost(error) || isLimitRefused(error)) throw sentenceFor(error, connection)
      if (performance.now() > deadline) throw sentenceFor(error, connection)
      if (isFirst) log.warn({ err: error }, 'Waiting for the database of DATABASE_URL to answer')
      await delay(POLL_EVERY_MS)
    }
  }
}

/** What to say of a failed migration: a sentence where the user of DATABASE_URL may not create tables. */
export function explainRights(error: unknown, connection: string): unknown {
  const found = postgresErrorOf(error)
  if (found?.code !== INSUFFICIENT_PRIVILEGE) return error
  return new DatabaseUnusable(
    `DATABASE_URL: its user may not create tables at ${placeOf(connection)}: ${found.message}. Make the user the ` +
      'owner of the database: alter database ... owner to ...',
    { cause: error },
  )
}

interface DatabaseSettings {
  /** `server_version_num`. */
  versionNumber: number
  /** `server_encoding`. */
  encoding: string
}

/**
 * Throws DatabaseUnusable for a version before the oldest one that the server is tested on, and for an encoding that
 * cannot hold every name: a database that `initdb` created without a locale has SQL_ASCII.
 */
export function assertSupported({ versionNumber, encoding }: DatabaseSettings): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major < OLDEST_MAJOR)
    throw new DatabaseUnusable(
      `DATABASE_URL leads to a Postgres ${major}; ${OLDEST_MAJOR} or later is needed.`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseUnusable(
      `DATABASE_URL leads to a database with the encoding ${encoding}; UTF8 is needed: create database ... encoding 'UTF8' template template0, and restore a dump into it.`,
    )
}

async function assertUsable(connection: string, log: DatabaseLog): Promise<void> {
  const [first, second] = [probeOf(connection), probeOf(connection)]
  try {
    await first.connect()
    await second.connect()
    const settings = await settingsOf(first)
    assertSupported(settings)
    await assertOwnConnections([first, second], connection)
    if (!settings.isLimited)
      log.warn(
        {},
        'DATABASE_URL leads through a pooler that ignores statement_timeout: nothing ends a statement that takes too long',
      )
  } finally {
    // Whether the database was reached is decided above.
    for (const each of [first, second]) await each.end().catch(() => undefined)
  }
}

/** Asks for the limits that every connection of a request asks for. */
function probeOf(connection: string): Client {
  const client = new Client({
    ...clientConfigOf(connection),
    ...REQUEST_LIMITS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  client.on('error', () => undefined)
  return client
}

async function settingsOf(client: Client): Promise<DatabaseSettings & { isLimited: boolean }> {
  const { rows } = await client.query<{ number: string; encoding: string; limit: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding,
      current_setting('statement_timeout') as limit`,
  )
  const [row] = rows
  return {
    versionNumber: Number(row?.number),
    encoding: String(row?.encoding),
    isLimited: row?.limit !== '0',
  }
}

const processOf = async (client: Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/**
 * The locks of processes and of migrations belong to a connection. A pooler that gives each transaction another
 * connection leaves such a lock with a connection of its own: the next start waits for ever, or two processes both
 * believe that they are alone.
 */
async function assertOwnConnections([first, second]: [Client, Client], connection: string): Promise<void> {
  const before = await processOf(first)
  const other = await processOf(second)
  if (other === before || (await processOf(first)) !== before)
    throw new DatabaseUnusable(
      `DATABASE_URL: the pooler at ${placeOf(connection)} gives each transaction another connection, so locks do not ` +
        'hold. Use its session mode or a direct connection: see docs/operations/topologies.md.',
    )
}

/** Whether a pooler does not take one of our limits. */
function isLimitRefused(error: unknown): boolean {
  const found = postgresErrorOf(error)
  return found?.code === PROTOCOL_VIOLATION && found.message.includes('startup parameter')
}

function sentenceFor(error: unknown, connection: string): DatabaseUnusable {
  if (error instanceof DatabaseUnusable) return error
  const reason = error instanceof Error ? error.message || error.name : 'unknown'
  if (isLimitRefused(error))
    return new DatabaseUnusable(
      `DATABASE_URL: the pooler at ${placeOf(connection)} refuses a limit of our connections (${reason}). Name ` +
        'statement_timeout, lock_timeout and idle_in_transaction_session_timeout in its ignore_startup_parameters, or ' +
        'use a direct connection: see docs/operations/topologies.md.',
      { cause: error },
    )
  return new DatabaseUnusable(
    `DATABASE_URL: the Postgres at ${placeOf(connection)} is of no use: ${reason}`,
    {
      cause: error,
    },
  )
}
