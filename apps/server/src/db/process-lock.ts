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
  /**
   * Called when another process took the database while the connection was lost: the lock is not taken again, and this
   * process must not go on.
   */
  onTaken?: ((reason: DatabaseInUse) => void) | undefined
}

/** A connection as the database knows it; a number alone may be another's after a restart. */
interface Backend {
  pid: number
  since: string
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

async function backendOf(client: Client): Promise<Backend | undefined> {
  const { rows } = await client.query<Backend>(
    `select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]
}

/** Whether the database still had a lost connection, because it learns of a broken line late. It is ended then. */
async function endLost(client: Client, lost: Backend | undefined): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2`,
    [lost?.pid, lost?.since],
  )
  return rows.length > 0
}

/**
 * Locks the database for this process until it is released or the process dies; a lock lost with its connection is
 * taken again, unless another process has it by then. Throws DatabaseInUse. The lock belongs to a connection, so it
 * does not hold through a pooler that shares those.
 */
export async function lockDatabase(options: LockOptions): Promise<ProcessLock> {
  const { connection, mode, log, waitMs = PREDECESSOR_LEAVES_WITHIN_MS, onTaken } = options
  let client = await connect(connection)
  if (!(await lockWithin(client, mode, waitMs))) {
    await client.end()
    throw new DatabaseInUse('Another server process uses this database.')
  }
  let backend = await backendOf(client)
  let isReleased = false
  const watch = () => client.once('end', () => void retake())
  watch()

  async function retake(): Promise<void> {
    while (!isReleased) {
      // A failed try is repeated until the lock is taken or released.
      const next = await connect(connection).catch(() => null)
      const found = next && (await tryAgain(next).catch(() => null))
      if (next && found === 'taken' && !isReleased) {
        client = next
        watch()
        return
      }
      // A connection that is lost has ended.
      await next?.end().catch(() => undefined)
      if (found === "another's" && !isReleased) {
        log.error({ mode }, 'Another process took the database during the outage')
        onTaken?.(
          new DatabaseInUse('Another server process took this database while its connection was lost.'),
        )
        return
      }
      await delay(RETRY_EVERY_MS, undefined, { ref: false })
    }
  }

  async function tryAgain(next: Client): Promise<'taken' | "another's" | 'not yet'> {
    if (!(await tryLock(next, mode))) {
      if (await endLost(next, backend)) return 'not yet'
      // The lost connection may have ended by itself just now.
      if (!(await tryLock(next, mode))) return "another's"
    }
    backend = await backendOf(next)
    return 'taken'
  }

  return {
    async release() {
      isReleased = true
      // A connection that is lost has ended, and the lock with it.
      await client.end().catch(() => undefined)
    },
  }
}
