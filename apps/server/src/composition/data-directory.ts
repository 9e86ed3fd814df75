import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { lockDataDir } from '../db/embedded-postgres.ts'
import type { OpenDatabase } from './database.ts'
import { missingForSharing } from './database-lock.ts'

/** Creates DATA_DIR if it is missing; refuses a value where no directory can be or none may be written. */
export async function openDataDirectory(path: string): Promise<void> {
  try {
    await makeDirectory(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATA_DIR must be a directory in which this server may write: ${why}`)
  }
}

/**
 * Holds DATA_DIR for this process alone until the database is closed; throws DataDirInUse beside another server. The
 * embedded Postgres holds it already. Processes that can share a database keep at most images there, which they may
 * share too (docs/operations/topologies.md).
 */
export async function holdDataDirectory(database: OpenDatabase, config: Config): Promise<OpenDatabase> {
  if (!config.databaseUrl || missingForSharing(config).length === 0) return database
  const lock = await lockDataDir(config.dataDir).catch(async error => {
    await database.close()
    throw error
  })
  return {
    ...database,
    async close() {
      lock.release()
      await database.close()
    },
  }
}

/** Node's own recursive `mkdir` never ends below `/proc`, where the parent is there and holds nothing of ours. */
async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeDirectory(parent)
  try {
    await mkdir(path)
  } catch (error) {
    // Another process may have been faster.
    if (!(await isDirectory(path))) throw error
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
