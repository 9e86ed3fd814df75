import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import { createDatabase, createPool, type Db } from '../db/client.ts'
import type { DatabaseLog } from '../db/embedded-postgres/log.ts'
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
  const quieted = untilAbandoned(log)
  const onHeld = (stopAtOnce: () => Promise<unknown>) => onStarting?.(quieted.before(stopAtOnce))
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        ...{ dataDir: config.dataDir, log, onExit: onLost, onHeld, prepared: preparedCluster },
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
  const pool = createPool({ connection, log: quieted.log, prepared, ...size })
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

/**
 * The log of a pool whose Postgres the process itself stops at once: that the connections are lost then is no news, and
 * would stand above the sentence that says why the start failed.
 */
function untilAbandoned(log: Log) {
  let isAbandoned = false
  const quieted: DatabaseLog = {
    info: (facts, text) => log.info(facts, text),
    warn(facts, text) {
      if (!isAbandoned) log.warn(facts, text)
    },
    error: (facts, text) => log.error(facts, text),
  }
  return {
    log: quieted,
    before: (stopAtOnce: () => Promise<unknown>) => () => {
      isAbandoned = true
      return stopAtOnce()
    },
  }
}
