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
import { DatabaseUnusable, reachDatabase } from '../db/reach-database.ts'

export interface Installation {
  connection: ClientConfig
  stop(): Promise<void>
}

/**
 * Which database a command takes: one that a server has written to, also beside that server; or, for a restore, also
 * an empty one, and none that a server uses.
 */
type Wanted = 'written' | 'for a restore'
type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * The database of this installation, for a command beside the server: the operator's own, that of the running server,
 * or the embedded one, started for the command. Throws ConfigError where no server has written yet, and where the
 * database cannot be used.
 */
export async function openInstallation(
  config: Place,
  log: DatabaseLog,
  wanted: Wanted = 'written',
): Promise<Installation> {
  const { databaseUrl, dataDir } = config
  // Attack: a command with a misspelt DATA_DIR, which would make another installation and describe that.
  if (wanted === 'written' && !databaseUrl && !existsSync(clusterDirOf(dataDir)))
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, and no server has written there. Set it to the folder of the server, or start the ` +
        'server first.',
    )
  const opened = await openDatabase(config, { log, wanted }).catch(error => {
    // The operator can act on these: a sentence says more than a stack.
    const isPlain = error instanceof DatabaseUnusable || error instanceof EmbeddedPostgresUnavailable
    throw isPlain ? new ConfigError(error.message, { cause: error }) : error
  })
  if (wanted === 'for a restore' || (await hasTables(opened))) return opened
  await opened.stop()
  throw new ConfigError(
    'This database has no tables of the server. Set DATABASE_URL or DATA_DIR as for the server, or start it first.',
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

/** Whether migrations ran; a database that does not answer stops what was started for the command. */
async function hasTables({ connection, stop }: Installation): Promise<boolean> {
  const client = new Client(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
    )
    return rows[0]?.isThere === true
  } catch (error) {
    await stop()
    throw error
  } finally {
    await client.end()
  }
}
