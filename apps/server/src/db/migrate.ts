import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { clientConfigOf } from './connection.ts'
import { isLockTimeout } from './postgres-errors.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/** Any fixed number: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 7_275_391

/**
 * How long a migration waits for a table. Everybody who comes to the table after it waits behind it, so it gives up
 * soon, undoes itself, and tries again.
 */
export interface LockPatience {
  withinMs: number
  pauseMs: number
  tries: number
}
const PATIENCE: LockPatience = { withinMs: 2_000, pauseMs: 2_000, tries: 30 }

/** The database and the migrations of this version of the server do not belong together. */
export class MigrationMismatch extends Error {
  override name = 'MigrationMismatch'
}

/** Brings a database up to date, one process at a time, each migration once; throws MigrationMismatch. */
export async function migrateDatabase(
  connection: string | ClientConfig,
  folder: string = MIGRATIONS_FOLDER,
  patience: LockPatience = PATIENCE,
): Promise<void> {
  // Statements have no limit of time: this may be a large table. A lost connection is noticed by the keep-alive.
  const settings = { application_name: 'parley-migrate', keepAlive: true }
  const client = new Client({ ...clientConfigOf(connection), ...settings })
  let connectionError: Error | undefined
  client.on('error', error => {
    connectionError = error
  })
  await client.connect()
  try {
    // Drizzle takes no lock of its own; this one ends with the connection whatever happens.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await assertNotNewer(db, folder)
    // Of this connection, so of every migration; after the lock above, for which another's whole migration is waited.
    await client.query(`set lock_timeout = ${patience.withinMs}`)
    await migratePatiently(db, folder, patience)
    await assertComplete(db, folder)
  } catch (error) {
    throw connectionError ?? error
  } finally {
    await client.end()
  }
}

/** All that is missing is one transaction: a try that gives up has changed nothing. */
async function migratePatiently(db: NodePgDatabase, folder: string, patience: LockPatience): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await migrate(db, { migrationsFolder: folder })
    } catch (error) {
      if (!isLockTimeout(error) || tried >= patience.tries) throw error
      await delay(patience.pauseMs)
    }
  }
}

/** The hashes of this version's migrations, in their order. */
export function knownMigrations(folder: string = MIGRATIONS_FOLDER): string[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(each => each.hash)
}

async function assertNotNewer(db: NodePgDatabase, folder: string): Promise<void> {
  const known = new Set(knownMigrations(folder))
  const strangers = (await appliedHashes(db)).filter(hash => !known.has(hash))
  if (strangers.length > 0)
    throw new MigrationMismatch(
      `The database holds ${strangers.length} migration(s) that this version of the server does not know. ` +
        'Run the version that made them, or restore a backup from before.',
    )
}

/** Drizzle silently skips a migration dated before the last applied one, as after a merge of two branches. */
async function assertComplete(db: NodePgDatabase, folder: string): Promise<void> {
  const applied = new Set(await appliedHashes(db))
  const missing = knownMigrations(folder).filter(hash => !applied.has(hash))
  if (missing.length > 0)
    throw new MigrationMismatch(
      `${missing.length} migration(s) were skipped because they are dated before one already applied. ` +
        'Date them later in migrations/meta/_journal.json.',
    )
}

async function appliedHashes(db: NodePgDatabase): Promise<string[]> {
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return []
  const { rows } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
  return rows.map(row => row.hash)
}
