import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { clusterDirOf, runIn } from './cluster.ts'
import { ifMissing } from './if-missing.ts'
import { isRunning, readPostmasterPid } from './processes.ts'
import type { ServerUser } from './server-user.ts'
import { type Durability, postmasterArguments } from './settings.ts'

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const FAST_STOP_MS = 20_000
const IMMEDIATE_STOP_MS = 10_000
/** For a process that must exit: Postgres stops without it, once it has the signal. */
const AT_ONCE_MS = 800

export interface PostmasterRequest {
  dataDir: string
  binaries: Binaries
  user: ServerUser | undefined
  durability: Durability
}

/** A postmaster we started: whether it still runs, and what it wrote since. */
export interface Postmaster {
  hasExited(): boolean
  output(): Promise<string>
}

/** Starts a postmaster that writes to DATA_DIR/postgres.log; says nothing about whether it gets ready. */
export async function startPostmaster(request: PostmasterRequest): Promise<Postmaster> {
  const { dataDir, binaries, user, durability } = request
  const logPath = join(dataDir, 'postgres.log')
  const logSize = (await stat(logPath).catch(ifMissing(undefined)))?.size ?? 0
  if (logSize > LOG_LIMIT_BYTES) await rename(logPath, `${logPath}.1`)
  const logFile = await open(logPath, 'a+', 0o600)
  const start = (await logFile.stat()).size
  const { directoryArgument, options } = runIn(clusterDirOf(dataDir), user)
  let child: ChildProcess
  try {
    child = spawn(
      join(binaries.bin, 'postgres'),
      ['-D', directoryArgument, ...postmasterArguments(binaries.version, durability)],
      // Detached, else Ctrl-C in the terminal stops Postgres before the server has finished with it.
      { ...options, detached: true, stdio: ['ignore', logFile.fd, logFile.fd] },
    )
    await once(child, 'spawn')
  } finally {
    await logFile.close()
  }
  return {
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    output: () => readFrom(logPath, start),
  }
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(4096)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Stops the postmaster of a directory, ours or adopted, losing nothing that was committed. */
export async function stopPostmaster(clusterDir: string): Promise<void> {
  const pid = await readPostmasterPid(clusterDir)
  if (pid === undefined) return
  if (await stopsWithin(pid, { signal: 'SIGINT', limitMs: FAST_STOP_MS })) return
  if (await stopsWithin(pid, { signal: 'SIGQUIT', limitMs: IMMEDIATE_STOP_MS })) return
  throw new Error(`Postgres (process ${pid}) did not stop`)
}

/** Postgres's immediate shutdown: the next start recovers each committed transaction from the write-ahead log. */
export async function stopPostmasterAtOnce(clusterDir: string): Promise<void> {
  const pid = await readPostmasterPid(clusterDir)
  if (pid !== undefined) await stopsWithin(pid, { signal: 'SIGQUIT', limitMs: AT_ONCE_MS })
}

async function stopsWithin(pid: number, by: { signal: NodeJS.Signals; limitMs: number }): Promise<boolean> {
  try {
    process.kill(pid, by.signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return true
    throw error
  }
  const deadline = performance.now() + by.limitMs
  while (await isRunning(pid)) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}
