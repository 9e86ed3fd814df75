import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { Client } from 'pg'
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

/** The operator's own database cannot be used: the message is a sentence for them. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/** Waits for the database of the operator to answer, half a minute at most; throws DatabaseUnusable. */
export async function reachDatabase(
  connection: string,
  log: DatabaseLog,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return assertSupported(await settingsOf(clientConfigOf(connection)))
    } catch (error) {
      if (!isConnectionLost(error)) throw sentenceFor(error, connection)
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

async function settingsOf(config: ClientConfig): Promise<DatabaseSettings> {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_LIMIT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; encoding: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding`,
    )
    return { versionNumber: Number(rows[0]?.number), encoding: String(rows[0]?.encoding) }
  } finally {
    // Whether the database was reached is decided above.
    await client.end().catch(() => undefined)
  }
}

function sentenceFor(error: unknown, connection: string): DatabaseUnusable {
  if (error instanceof DatabaseUnusable) return error
  const reason = error instanceof Error ? error.message || error.name : 'unknown'
  return new DatabaseUnusable(
    `DATABASE_URL: the Postgres at ${placeOf(connection)} is of no use: ${reason}`,
    {
      cause: error,
    },
  )
}
