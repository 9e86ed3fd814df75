import { realpath } from 'node:fs/promises'
import type { ClientConfig } from 'pg'
import { defaultCacheRoots, locateNativeDir, provideBinaries } from './embedded-postgres/binaries.ts'
import { clusterDirOf, prepareCluster } from './embedded-postgres/cluster.ts'
import { lockDataDir } from './embedded-postgres/data-dir-lock.ts'
import type { DatabaseLog } from './embedded-postgres/log.ts'
import { stopPostmasterAtOnce } from './embedded-postgres/postmaster.ts'
import { chooseServerUser } from './embedded-postgres/server-user.ts'
import {
  APP_DATABASE,
  APP_USER,
  type Durability,
  SOCKET_PORT,
  SUPERUSER,
} from './embedded-postgres/settings.ts'
import { removeSocketHost, socketHost } from './embedded-postgres/socket.ts'
import { type Supervisor, supervise } from './embedded-postgres/supervisor.ts'

export { lockDataDir } from './embedded-postgres/data-dir-lock.ts'
export { DataDirInUse, EmbeddedPostgresUnavailable } from './embedded-postgres/errors.ts'
export type { DatabaseLog } from './embedded-postgres/log.ts'

const LINK_REFRESH_MS = 60 * 60 * 1000

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: DatabaseLog
  /** Called when Postgres died and cannot be restarted. */
  onExit?: (reason: Error) => void
  /**
   * Called once DATA_DIR is this process's own. `stopAtOnce` stops Postgres within a second, also while it starts, for
   * a process that exits although pools are open; no commit is lost.
   */
  onHeld?: ((stopAtOnce: () => Promise<unknown>) => void) | undefined
  /** `durable` unless said otherwise. */
  durability?: Durability
  /** Where prepared database files may be (`preparedCluster`); without them `initdb` makes new ones. */
  prepared?: () => string
}

export interface EmbeddedPostgres {
  /** For a pool of the application's own, unprivileged user. */
  connection: ClientConfig
  /** The same as text, as pg, pg-boss, drizzle-kit and psql read it. */
  connectionString: string
  /** The superuser on database `postgres`: for tests that make databases, never for the server. */
  adminConnectionString: string
  /** Ends Postgres cleanly and frees DATA_DIR. End the pools first; may be called twice. */
  stop(): Promise<void>
}

/**
 * Starts (or adopts) the Postgres of a DATA_DIR and keeps it running. Throws DataDirInUse when another server has it,
 * EmbeddedPostgresUnavailable when it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durability = 'durable', prepared } = options
  const lock = await lockDataDir(options.dataDir)
  try {
    const dataDir = await realpath(options.dataDir)
    const clusterDir = clusterDirOf(dataDir)
    let stopAtOnce = () => stopPostmasterAtOnce(clusterDir)
    // Another server may have the directory as soon as this one has freed it.
    options.onHeld?.(async () => lock.isHeld() && stopAtOnce())
    const user = await chooseServerUser(clusterDir)
    const binaries = await provideBinaries({
      nativeDir: locateNativeDir(),
      cacheRoots: defaultCacheRoots(),
      user,
    })
    await prepareCluster({ dataDir, binaries, user, durability, prepared })
    const host = await socketHost(clusterDir)
    const onExit = options.onExit ?? (reason => log.error({ err: reason }, 'The embedded Postgres is gone'))
    const supervisor = await supervise({ dataDir, binaries, user, durability, host, log, onExit })
    stopAtOnce = () => supervisor.stopAtOnce()
    await ensureAppDatabase(supervisor)
    const refreshLink = () =>
      socketHost(clusterDir).catch(error =>
        log.warn({ err: error }, 'the link to the socket was not renewed'),
      )
    const linkRefresh = setInterval(refreshLink, LINK_REFRESH_MS)
    linkRefresh.unref()
    return {
      connection: { host, port: SOCKET_PORT, user: APP_USER, database: APP_DATABASE },
      connectionString: socketUrl(host, { user: APP_USER, database: APP_DATABASE }),
      adminConnectionString: socketUrl(host, { user: SUPERUSER, database: 'postgres' }),
      async stop() {
        clearInterval(linkRefresh)
        await supervisor.stop()
        await removeSocketHost(host, clusterDir)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The connection to the Postgres that another process keeps running for this DATA_DIR. */
export async function runningConnection(dataDir: string): Promise<ClientConfig> {
  const host = await socketHost(clusterDirOf(await realpath(dataDir)))
  return { host, port: SOCKET_PORT, user: APP_USER, database: APP_DATABASE }
}

/** `host` is a directory here, so it goes behind the question mark; `localhost` only makes the URL a valid one. */
function socketUrl(host: string, as: { user: string; database: string }): string {
  return `postgres://${as.user}@localhost/${as.database}?host=${encodeURIComponent(host)}&port=${SOCKET_PORT}`
}

/** The application is no superuser: SQL injected into it must not read files or start programs. */
async function ensureAppDatabase(supervisor: Supervisor): Promise<void> {
  const roles = await supervisor.query('select 1 from pg_roles where rolname = $1', [APP_USER])
  if (roles.length === 0) await supervisor.query(`create role ${APP_USER} login`)
  const databases = await supervisor.query('select 1 from pg_database where datname = $1', [APP_DATABASE])
  if (databases.length === 0) await supervisor.query(`create database ${APP_DATABASE} owner ${APP_USER}`)
}
