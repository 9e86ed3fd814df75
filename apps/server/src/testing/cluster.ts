import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterDirOf } from '../db/embedded-postgres/cluster.ts'
import { lockDataDir } from '../db/embedded-postgres/data-dir-lock.ts'
import { stopPostmaster } from '../db/embedded-postgres/postmaster.ts'
import { type DatabaseLog, startEmbeddedPostgres } from '../db/embedded-postgres.ts'

const PREFIX = 'parley-test-'
/** Another run that has just created its folder takes the lock within this time. */
const LOCKED_WITHIN_MS = 60_000

/** Where a test run creates its databases; the connection strings have the users. */
export interface TestCluster {
  adminUrl: string
  /** A user without special rights who will own the databases. */
  ownerUrl: string
  stop(): Promise<void>
}

const log: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
}

/** Uses the Postgres of TEST_DATABASE_URL (a user who may create databases), else a temporary one of its own. */
export async function startTestCluster(testDatabaseUrl: string | undefined): Promise<TestCluster> {
  if (testDatabaseUrl)
    return { adminUrl: testDatabaseUrl, ownerUrl: testDatabaseUrl, stop: () => Promise.resolve() }
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
  const postgres = await startEmbeddedPostgres({ dataDir, log, durability: 'test' })
  return {
    adminUrl: postgres.adminConnectionString,
    ownerUrl: postgres.connectionString,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Stops what killed test runs left in a folder: their lock is free, their Postgres may still run. */
export async function removeAbandoned(folder = tmpdir()): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.startsWith(PREFIX))
  for (const name of names) {
    const dataDir = join(folder, name)
    try {
      if ((await stat(dataDir)).mtimeMs > Date.now() - LOCKED_WITHIN_MS) continue
      const lock = await lockDataDir(dataDir)
      await stopPostmaster(clusterDirOf(dataDir))
      await rm(dataDir, { recursive: true, force: true })
      lock.release()
    } catch {
      // It belongs to another run, or to another user.
    }
  }
}
