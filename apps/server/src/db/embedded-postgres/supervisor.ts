import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { clusterDirOf } from './cluster.ts'
import { connectOnce } from './connect.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import type { DatabaseLog } from './log.ts'
import {
  type Postmaster,
  type PostmasterRequest,
  startPostmaster,
  stopPostmaster,
  stopPostmasterAtOnce,
} from './postmaster.ts'
import { isRunning, readPostmasterPid, removeStaleNote } from './processes.ts'
import { clusterName, SOCKET_PORT, SUPERUSER } from './settings.ts'

/** Longer than the longest statement, which an old backend may have to finish before a new postmaster can start. */
const READY_LIMIT_MS = 60_000
const MAX_FAILED_STARTS = 3
const MAX_RESTARTS_A_MINUTE = 10
/** Remains of a killed postmaster that go away by themselves. */
const REMAINS = /pre-existing shared memory block|lock file ".*" already exists/

export interface SupervisorRequest extends PostmasterRequest {
  host: string
  log: DatabaseLog
  onExit: (reason: Error) => void
}

export interface Supervisor {
  /** Runs a statement as the superuser. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
  /** Stops Postgres by an immediate shutdown, also while `stop` waits; takes a second at most. */
  stopAtOnce(): Promise<void>
}

class Stopped extends Error {}

/**
 * Keeps one Postgres running on a locked DATA_DIR until stop: adopts a living one, else starts one, and again when it
 * dies. It holds one connection open, whose end is the news of a death for child and adopted orphan alike.
 */
export async function supervise(request: SupervisorRequest): Promise<Supervisor> {
  const { dataDir, log, onExit } = request
  const clusterDir = clusterDirOf(dataDir)
  const state = { isStopping: false, restarts: [] as number[] }
  let healing: Promise<void> = Promise.resolve()
  let watch = await ensureServing(request, () => state.isStopping)
  watch.on('end', onDeath)

  function onDeath(): void {
    if (state.isStopping) return
    log.error({}, 'The connection to the embedded Postgres ended; making sure that it runs')
    healing = heal().catch(error => {
      if (!state.isStopping) onExit(error)
    })
  }

  async function heal(): Promise<void> {
    const now = performance.now()
    state.restarts = [...state.restarts.filter(at => now - at < 60_000), now]
    if (state.restarts.length > MAX_RESTARTS_A_MINUTE)
      throw new EmbeddedPostgresUnavailable(
        'The embedded Postgres keeps dying; see postgres.log in DATA_DIR.',
      )
    watch = await ensureServing(request, () => state.isStopping)
    watch.on('end', onDeath)
    log.info({}, 'The embedded Postgres serves again')
  }

  return {
    async query(sql, values = []) {
      return (await watch.query(sql, [...values])).rows
    },
    async stop() {
      if (state.isStopping) return healing
      state.isStopping = true
      await healing
      // The connection may have ended with its Postgres; whether that stops is judged by the next line.
      await watch.end().catch(() => undefined)
      await stopPostmaster(clusterDir)
    },
    async stopAtOnce() {
      // Nobody starts Postgres again.
      state.isStopping = true
      await stopPostmasterAtOnce(clusterDir)
    },
  }
}

async function ensureServing(request: SupervisorRequest, isStopping: () => boolean): Promise<Client> {
  const clusterDir = clusterDirOf(request.dataDir)
  const deadline = performance.now() + READY_LIMIT_MS
  let postmaster: Postmaster | undefined
  let failedStarts = 0
  while (performance.now() < deadline) {
    // Once a postmaster is on its way, stopping waits for it: before it has left its note nothing could stop it.
    if (isStopping() && !postmaster) throw new Stopped()
    const answer = await connectOnce({
      host: request.host,
      port: SOCKET_PORT,
      user: SUPERUSER,
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
    })
    if (answer.state === 'serving') {
      const isCurrent = await runsAsRequested(answer.client, request)
      if (isCurrent) return answer.client
      if (isCurrent === undefined) continue
      request.log.info({}, 'Stopping a Postgres left over from another version of the server')
      // The connection may have ended with its Postgres; whether that stops is judged by the next line.
      await answer.client.end().catch(() => undefined)
      await stopPostmaster(clusterDir)
    } else if (answer.state === 'absent' && postmaster?.hasExited()) {
      const output = await postmaster.output()
      postmaster = undefined
      if (!REMAINS.test(output)) failedStarts++
      if (failedStarts >= MAX_FAILED_STARTS)
        throw new EmbeddedPostgresUnavailable(`The embedded Postgres does not start: ${output.trim()}`)
      await delay(200)
    } else if (answer.state === 'absent' && !postmaster && !(await isStartingOrStopping(clusterDir))) {
      postmaster = await startPostmaster(request)
    } else {
      await delay(15)
    }
  }
  throw new EmbeddedPostgresUnavailable(
    `The embedded Postgres was not ready within ${READY_LIMIT_MS / 1000} seconds; see postgres.log in DATA_DIR.`,
  )
}

/** Whether program and settings are the ones of this server; undefined when it died before it could say. */
async function runsAsRequested(client: Client, request: SupervisorRequest): Promise<boolean | undefined> {
  try {
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name')
    return rows[0]?.cluster_name === clusterName(request.binaries.version, request.durability)
  } catch {
    // It died before it could answer.
    return undefined
  }
}

/** An orphan without a socket, between its start and listening or between its last client and its end. */
async function isStartingOrStopping(clusterDir: string): Promise<boolean> {
  await removeStaleNote(clusterDir)
  const pid = await readPostmasterPid(clusterDir)
  return pid !== undefined && (await isRunning(pid))
}
