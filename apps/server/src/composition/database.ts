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
}

/** What happens to the embedded database, or to the lock on the operator's. */
export interface DatabaseWatch {
  onLost: (reason: Error) => void
  onStarting?: ((stopAtOnce: () => Promise<unknown>) => void) | undefined
}

/** The operator's own Postgres, or the embedded one below DATA_DIR; migrated either way. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'preparedStatements'>> & { connections?: number | undefined },
  log: Log,
  { onLost, onStarting }: DatabaseWatch,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        ...{ dataDir: config.dataDir, log, onExit: onLost, onHeld: onStarting, prepared: preparedCluster },
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
      try {
        await pool.end()
      } finally {
        await embedded?.stop()
      }
    },
  }
}
