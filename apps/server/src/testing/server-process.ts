import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { serverFile } from './server-programs.ts'

const MAIN = serverFile(new URL('../main.ts', import.meta.url))
const AUDIT = serverFile(new URL('../audit.ts', import.meta.url))
const RECONCILE = serverFile(new URL('../reconcile.ts', import.meta.url))
const START_LIMIT_MS = 100_000
const POLL_EVERY_MS = 40

/** The real server as a separate process, which tests may kill and start again on the same data. */
export interface ServerProcess {
  origin: string
  start(): Promise<void>
  /** Changes variables for its next start, and for the commands beside it. */
  changeEnv(changed: Record<string, string>): void
  /** Kills it with SIGKILL: it flushes and sends nothing. */
  kill(): Promise<void>
  /** Freezes it with SIGSTOP: its connections stay open and get no answers. */
  freeze(): void
  thaw(): void
  /** Resolves when it has exited, for any reason. */
  exited(): Promise<void>
  isRunning(): boolean
  /** All that it printed since it was started last. */
  printed(): string
  /** Asks it to stop; answers its exit code. */
  stop(): Promise<number | null>
  /** Runs `npm run audit -- --json` beside it; answers its exit code and its output. */
  audit(...options: string[]): Promise<{ code: number; output: string }>
  /** Runs `npm run reconcile -- --json` beside it. */
  reconcile(...options: string[]): Promise<{ code: number; output: string }>
}

export function serverProcess(settings: {
  port: number
  dataDir: string
  env?: Record<string, string>
  /** The address where it listens, and the prefix of commands that run there; this machine by default. */
  network?: { address: string; command: readonly string[] }
}): ServerProcess {
  const { network } = settings
  const origin = `http://${network?.address ?? 'localhost'}:${settings.port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    ...settings.env,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    ...(network ? { HOST: network.address } : {}),
  }
  let child: ChildProcess | undefined
  let exited: Promise<unknown> = Promise.resolve()
  let printed = ''

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start(): Promise<void> {
    const [program = '', ...args] = [...(network?.command ?? []), process.execPath, MAIN]
    const started = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    printed = ''
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', chunk => {
        printed += String(chunk)
      })
    child = started
    exited = once(started, 'exit')
    const limit = Date.now() + START_LIMIT_MS
    while (Date.now() < limit) {
      if (!isRunning()) throw new Error(`the server ended at its start: ${printed}`)
      // It does not listen yet.
      const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
      if (answer?.ok) return
      await delay(POLL_EVERY_MS)
    }
    // The caller has no handle with which to stop it.
    started.kill('SIGKILL')
    throw new Error('the server did not start in time')
  }

  return {
    origin,
    start,
    isRunning,
    printed: () => printed,
    async kill() {
      child?.kill('SIGKILL')
      await exited
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async exited() {
      await exited
    },
    async stop() {
      child?.kill('SIGTERM')
      await exited
      return child?.exitCode ?? null
    },
    changeEnv: changed => void Object.assign(env, changed),
    audit: (...options) => runBeside(AUDIT, options),
    reconcile: (...options) => runBeside(RECONCILE, options),
  }

  async function runBeside(command: string, options: string[]) {
    const run = spawn(process.execPath, [command, '--json', ...options], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    run.stdout.on('data', chunk => {
      output += String(chunk)
    })
    run.stderr.on('data', chunk => {
      output += String(chunk)
    })
    const [code] = (await once(run, 'exit')) as [number]
    return { code, output }
  }
}
