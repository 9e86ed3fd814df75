import { existsSync } from 'node:fs'
import { Client, type ClientConfig } from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { clientConfigOf } from '../db/connection.ts'
import { clusterDirOf } from '../db/embedded-postgres/cluster.ts'
import type { DatabaseLog } from '../db/embedded-postgres/log.ts'
import {
  DataDirInUse,
  EmbeddedPostgresUnavailable,
  runningConnection,
  startEmbeddedPostgres,
} from '../db/embedded-postgres.ts'
import { knownMigrations } from '../db/migrate.ts'
import { DatabaseUnusable, reachDatabase } from '../db/reach-database.ts'

export interface Installation {
  connection: ClientConfig
  stop(): Promise<void>
}

/**
 * Which database a command takes: one that a server of this version has written to, also beside that server; for a
 * backup, which copies any rows, one of any version; for a restore also an empty one, and none that a server uses.
 */
type Wanted = 'written' | 'of any version' | 'for a restore'
type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * The database of this installation, for a command beside the server: the operator's own, that of the running server,
 * or the embedded one, started for the command. Throws ConfigError where no server has written yet, where another
 * version has, and where the database cannot be used.
 */
export async function openInstallation(
  config: Place,
  log: DatabaseLog,
  wanted: Wanted = 'written',
): Promise<Installation> {
  const { databaseUrl, dataDir } = config
  // Attack: a command with a misspelt DATA_DIR, which would make another installation and describe that.
  if (wanted !== 'for a restore' && !databaseUrl && !existsSync(clusterDirOf(dataDir)))
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, and no server has written there. Set it to the folder of the server, or start the ` +
        'server first.',
    )
  const opened = await openDatabase(config, { log, wanted }).catch(error => {
    // The operator can act on these: a sentence says more than a stack.
    const isPlain = error instanceof DatabaseUnusable || error instanceof EmbeddedPostgresUnavailable
    throw isPlain ? new ConfigError(error.message, { cause: error }) : error
  })
  const unfit = wanted === 'for a restore' ? undefined : await unfitness(opened, wanted)
  if (unfit === undefined) return opened
  await opened.stop()
  throw new ConfigError(unfit)
}

/** Why a command must not use a database, in a sentence; undefined where it may. */
async function unfitness(opened: Installation, wanted: Wanted): Promise<string | undefined> {
  const applied = await appliedMigrations(opened)
  if (applied.size === 0)
    return 'This database has no tables of the server. Set DATABASE_URL or DATA_DIR as for the server, or start it first.'
  if (wanted === 'of any version') return undefined
  const known = new Set(knownMigrations())
  const strangers = [...applied].filter(hash => !known.has(hash)).length
  if (strangers > 0)
    return (
      `The database has ${strangers} migration(s) that this version of the server does not know. ` +
      'Run this command in the version that made them.'
    )
  const missing = [...known].filter(hash => !applied.has(hash)).length
  if (missing === 0) return undefined
  return (
    `The database does not have ${missing} migration(s) of this version of the server yet. ` +
    'Run this command in the version that uses the database, or start this version first.'
  )
}

async function openDatabase(
  { databaseUrl, dataDir }: Place,
  { log, wanted }: { log: DatabaseLog; wanted: Wanted },
): Promise<Installation> {
  if (databaseUrl) {
    await reachDatabase(databaseUrl, log, 0)
    return { connection: clientConfigOf(databaseUrl), stop: async () => undefined }
  }
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir, log })
    return { connection, stop }
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    // A running server would write into the rows that are being restored.
    if (wanted === 'for a restore') throw new ConfigError(error.message, { cause: error })
    return { connection: await runningConnection(dataDir), stop: async () => undefined }
  }
}

/** The hashes of the migrations that ran; a database that does not answer stops what was started for the command. */
async function appliedMigrations({ connection, stop }: Installation): Promise<Set<string>> {
  const client = new Client(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
    )
    if (!rows[0]?.isThere) return new Set()
    const applied = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
    return new Set(applied.rows.map(({ hash }) => hash))
  } catch (error) {
    await stop()
    throw error
  } finally {
    await client.end()
  }
}
