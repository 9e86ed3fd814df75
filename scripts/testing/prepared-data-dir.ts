import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { migrateDatabase } from '../../apps/server/src/db/migrate.ts'

const silent = { info: () => undefined, warn: () => undefined, error: console.error }

/**
 * Makes a DATA_DIR with the migrated, empty database, which journeys copy (`e2e/support/two-people.ts`): making one
 * costs 1.4 s of CPU, half of a start. The first start with an empty directory has tests of its own.
 */
export async function prepareDataDir(under = tmpdir()): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(under, 'parley-prepared-'))
  const remove = () => rm(path, { recursive: true, force: true })
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: path, log: silent })
    try {
      await migrateDatabase(postgres.connectionString)
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { path, remove }
}
