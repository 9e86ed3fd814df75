import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { clusterDirOf } from '../db/embedded-postgres/cluster.ts'
import { stopPostmaster } from '../db/embedded-postgres/postmaster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'

const ignore = () => undefined
export const silentLog = { info: ignore, warn: ignore, error: ignore }

/**
 * A temporary directory for a test; when it is removed, all processes of Postgres in `<it>/data` and below `inner` are
 * stopped.
 */
export async function createScratch(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'parley-scratch-'))
  onTestFinished(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }))
  return scratch
}

/** An empty DATA_DIR; a Postgres that still runs in it is stopped after the test. */
export async function createDataDir(parent?: string, owner?: { uid: number; gid: number }): Promise<string> {
  const dataDir = join(parent ?? (await createScratch()), 'data')
  await mkdir(dataDir, { recursive: true })
  if (owner) await chown(dataDir, owner.uid, owner.gid)
  onTestFinished(() => stopPostmaster(clusterDirOf(dataDir)))
  return dataDir
}

/** Starts the embedded Postgres of a DATA_DIR until the test ends. */
export async function startPostgres(
  dataDir: string,
  onExit: (reason: Error) => void = ignore,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, onExit })
  onTestFinished(() => postgres.stop())
  return postgres
}

/** Runs one statement on a separate connection and answers the first row. */
export async function queryOnce(
  connectionString: string | undefined,
  sql: string,
): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString })
  client.on('error', ignore)
  try {
    await client.connect()
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}
