import type { ClientConfig } from 'pg'
import type { Config } from '../config.ts'
import { clientConfigOf } from '../db/connection.ts'
import type { DatabaseLog } from '../db/embedded-postgres/log.ts'
import { DataDirInUse, runningConnection, startEmbeddedPostgres } from '../db/embedded-postgres.ts'

export interface Installation {
  connection: ClientConfig
  stop(): Promise<void>
}

/**
 * The database of this installation, for a command beside the server: the operator's own, that of the running server,
 * or the embedded one, started for the command.
 */
export async function openInstallation(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: DatabaseLog,
): Promise<Installation> {
  if (config.databaseUrl) {
    return { connection: clientConfigOf(config.databaseUrl), stop: async () => undefined }
  }
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    return { connection, stop }
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    return { connection: await runningConnection(config.dataDir), stop: async () => undefined }
  }
}
