import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { clientConfigOf } from './connection.ts'
import type { DatabaseLog } from './embedded-postgres/log.ts'

/**
 * Any fixed number: it only has to be the same in every process on the database, and another than that of migrations.
 */
const PROCESS_LOCK = 7_275_392
/** A process that gets SIGTERM exits within 10 s; its successor waits a little longer. */
const PREDECESSOR_LEAVES_WITHIN_MS = 15_000
const TRY_EVERY_MS = 250
const RETRY_EVERY_MS = 1_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** `exclusive`: no other process may use the database. `shared`: any number of those that can share it. */
export type LockMode = 'exclusive' | 'shared'

export interface ProcessLock {
  release(): Promise<void>
}

/** Another process holds the database in a mode that excludes this one. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

interface LockOptions {
  connection: string | ClientConfig
  mode: LockMode
  log: DatabaseLog
  waitMs?: number
}

async function tryLock(client: Client, mode: LockMode): Promise<boolean> {
  const lock = mode === 'exclusive' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [PROCESS_LOCK])
  return rows[0]?.taken === true
}

async function connect(connection: string | ClientConfig): Promise<Client> {
  const client = new Client({
    ...clientConfigOf(connection),
    application_name: 'parley-lock',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  })
  client.on('error', () => undefined) // `end` follows.
  await client.connect()
  return client
}

async function lockWithin(client: Client, mode: LockMode, waitMs: number): Promise<boolean> {
  const untilMs = performance.now() + waitMs
  while (!(await tryLock(client, mode))) {
    if (performance.now() >= untilMs) return false
    await delay(TRY_EVERY_MS)
  }
  return true
}

/**
 * Locks the database for this process until it is released or the process dies; a lock lost with its connection is
 * taken again. Throws DatabaseInUse. The lock belongs to a connection, so it does not hold through a pooler that
 * shares those.
 */
export async function lockDatabase(options: LockOptions): Promise<ProcessLock> {
  const { connection, mode, log, waitMs = PREDECESSOR_LEAVES_WITHIN_MS } = options
  let client = await connect(connection)
  if (!(await lockWithin(client, mode, waitMs))) {
    await client.end()
    throw new DatabaseInUse('Another server process uses this database.')
  }
  let isReleased = false
  const watch = () => client.once('end', () => void retake())
  watch()

  async function retake(): Promise<void> {
    while (!isReleased) {
      // A failed try is repeated until the lock is taken or released.
      const next = await connect(connection).catch(() => null)
      if (next && (await tryLock(next, mode).catch(() => false)) && !isReleased) {
        client = next
        watch()
        return
      }
      if (next && !isReleased) log.error({ mode }, 'Another process took the database during the outage')
      // A connection that is lost has ended.
      await next?.end().catch(() => undefined)
      await delay(RETRY_EVERY_MS, undefined, { ref: false })
    }
  }

  return {
    async release() {
      isReleased = true
      // A connection that is lost has ended, and the lock with it.
      await client.end().catch(() => undefined)
    },
  }
}
