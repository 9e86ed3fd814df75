import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import { createDatabase, createPool, type Db } from '../db/client.ts'
import { preparedCluster } from '../db/embedded-postgres/prepared-cluster.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { explainRights, reachDatabase } from '../db/reach-database.ts'

export interface OpenDatabase {
  db: Db
  pool: Pool
  close(): Promise<void>
  /** For a process that exits although connections are in use: stops the embedded Postgres within a second. */
  abandon(): Promise<void>
}

/** The operator's own Postgres, or the embedded one below DATA_DIR; migrated either way. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'preparedStatements'>> & { connections?: number | undefined },
  log: Log,
  onLost: (reason: Error) => void,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        ...{ dataDir: config.dataDir, log, onExit: onLost, prepared: preparedCluster },
      })
  const connection = embedded?.connection ?? config.databaseUrl ?? ''
  try {
    if (config.databaseUrl) await reachDatabase(config.databaseUrl, log)
    await migrateDatabase(connection)
  } catch (error) {
    await embedded?.stop()
    throw config.databaseUrl ? explainRights(error, config.databaseUrl) : error
  }
  const prepared = config.preparedStatements ?? 'on'
  const size = config.connections ? { size: config.connections } : {}
  const pool = createPool({ connection, log, prepared, ...size })
  return {
    db: createDatabase(pool),
    pool,
    async close() {
      await pool.end()
      await embedded?.stop()
    },
    async abandon() {
      await embedded?.stopAtOnce()
    },
  }
}
