import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import {
  defaultCacheRoots,
  locateNativeDir,
  provideBinaries,
} from '../../apps/server/src/db/embedded-postgres/binaries.ts'
import { clusterDirOf, prepareCluster, runIn } from '../../apps/server/src/db/embedded-postgres/cluster.ts'
import { chooseServerUser } from '../../apps/server/src/db/embedded-postgres/server-user.ts'
import { SUPERUSER } from '../../apps/server/src/db/embedded-postgres/settings.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const START_LIMIT_MS = 60_000
const POLL_EVERY_MS = 50

const SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'timezone=UTC'],
  // After a power failure the bench fills the database again.
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=8GB'],
  ...['shared_buffers=512MB', 'maintenance_work_mem=256MB', 'io_method=sync', 'jit=off'],
  ...['max_parallel_workers_per_gather=0', 'max_parallel_maintenance_workers=2'],
  ...['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'],
  ...['pg_stat_statements.track_planning=off', 'log_min_messages=fatal', 'log_checkpoints=off'],
]

export interface BenchPostgres {
  /** The address of a database, as the superuser. */
  urlOf(database: string): string
  /** Whether there is a database of this name. */
  has(database: string): Promise<boolean>
  run(sql: string): Promise<void>
  stop(): Promise<void>
}

/** Postgres from npm with persistent files and pg_stat_statements; `directory` is created if it is missing. */
export async function startBenchPostgres(directory: string): Promise<BenchPostgres> {
  await mkdir(directory, { recursive: true })
  // When this process is root, Postgres runs as another user.
  await chmod(directory, 0o755)
  const user = await chooseServerUser(clusterDirOf(directory))
  const nativeDir = locateNativeDir()
  const binaries = await provideBinaries({ nativeDir, cacheRoots: defaultCacheRoots(), user })
  await prepareCluster({ dataDir: directory, binaries, user, durability: 'test' })
  const { directoryArgument, options } = runIn(clusterDirOf(directory), user)
  const port = await freePort()
  const settings = [...SETTINGS, `port=${port}`].flatMap(setting => ['-c', setting])
  const child = spawn(join(binaries.bin, 'postgres'), ['-D', directoryArgument, ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGQUIT'))
  const urlOf = (database: string) => `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`
  await untilServing(urlOf('postgres'), child)
  const query = async (sql: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: urlOf('postgres') })
    await client.connect()
    try {
      return await client.query(sql, values)
    } finally {
      await client.end()
    }
  }
  await query('create extension if not exists pg_stat_statements')
  return {
    urlOf,
    has: async name => (await query('select 1 from pg_database where datname = $1', [name])).rowCount === 1,
    run: async sql => void (await query(sql)),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}

async function untilServing(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Postgres ended at its start with ${child.exitCode}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(POLL_EVERY_MS)
    }
  }
  throw new Error('Postgres did not start in time')
}
