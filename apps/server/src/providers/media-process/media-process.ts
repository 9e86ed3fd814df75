/**
 * A supervised process beside the server that handles packets: started, pinged, killed when silent, started again.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { machineMs } from '@parley/media'

const PING_EVERY_MS = 1_000
/**
 * On a machine that is busy beyond its cores a start takes many times as long as alone; one that is killed for it
 * begins again.
 */
const UNANSWERED_WHILE_STARTING = 30
const BACKOFF_FIRST_MS = 100
const BACKOFF_MAX_MS = 5_000
/** A process that lived this long starts its backoff afresh. */
const HEALTHY_MS = 30_000
const CLOSES_WITHIN_MS = 2_000

/**
 * Whose certificates the operator trusts: a process of ours that speaks to a server of theirs has to trust the same.
 */
const TRUST_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
] as const
const TRUST_FLAGS = new Set(['--use-system-ca', '--use-openssl-ca', '--use-bundled-ca'])

/** Of an environment what says whom to trust, the flags in NODE_OPTIONS included, and nothing else. */
function trustOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of TRUST_VARIABLES) {
    const value = env[name]
    if (value !== undefined) kept[name] = value
  }
  const flags = (env.NODE_OPTIONS ?? '').split(/\s+/).filter(flag => TRUST_FLAGS.has(flag))
  return flags.length > 0 ? { ...kept, NODE_OPTIONS: flags.join(' ') } : kept
}

/**
 * The cache of compiled modules that this process has, if any: a start of a media worker then needs half of the CPU,
 * and calls whose worker died continue sooner. Node names a folder inside the one that the variable wants.
 */
function compileCacheOf(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export interface MediaProcessLog {
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** The messages that every such process sends about itself. */
type Common = { type: 'ready' } | { type: 'unusable'; code: string }
/** The other messages of the process. */
export type OwnReport<Report extends { type: string }> = Exclude<Report, Common>

export interface MediaProcessDeps<Command, Report extends { type: string }> {
  /** How the log calls it. */
  name: string
  entry: URL
  init: Command
  ping: (n: number) => Command
  /** Null for a message that is none. */
  parse: (message: unknown) => Report | null
  /** Counted in pings, not in time: when this process was the one that stood still, answers may be waiting unread. */
  unansweredUntilDead: number
  log: MediaProcessLog
  /** `waitedMs`: how long ago the report was made. */
  onReport(report: OwnReport<Report>, waitedMs: number): void
  /** It takes commands, after a start or a restart. */
  onUp(): void
  /** It died or was killed because it was silent; `silentMs` is the time since it made its last report. */
  onDown(silentMs: number): void
}

const isReady = (report: { type: string }): report is { type: 'ready' } => report.type === 'ready'
const isUnusable = (report: { type: string }): report is { type: 'unusable'; code: string } =>
  report.type === 'unusable'

export class MediaProcess<Command extends object, Report extends { type: string }> {
  #deps: MediaProcessDeps<Command, Report>
  #child: ChildProcess | null = null
  #state: 'starting' | 'up' | 'down' | 'closed' = 'down'
  /** When it made its last report, by `machineMs`. */
  #lastSentMs = 0
  #startedMs = 0
  #backoffMs = BACKOFF_FIRST_MS
  #restart: NodeJS.Timeout | undefined
  #pings: NodeJS.Timeout
  #number = 0
  #unanswered = 0
  #complaint: string | null = null
  deaths = 0

  constructor(deps: MediaProcessDeps<Command, Report>) {
    this.#deps = deps
    this.#start()
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#pings.unref()
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  get silentMs(): number {
    return machineMs() - this.#lastSentMs
  }

  #start(): void {
    this.#state = 'starting'
    this.#startedMs = performance.now()
    this.#lastSentMs = machineMs()
    this.#unanswered = 0
    const child = fork(this.#deps.entry, {
      serialization: 'advanced',
      execArgv: process.execArgv.filter(flag => TRUST_FLAGS.has(flag)),
      // A process that parses strangers' packets must not have the server's secrets.
      env: { ...trustOf(process.env), ...compileCacheOf() },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    child.on('message', message => this.#receive(child, message))
    child.on('error', () => this.#died(child, {}))
    child.on('exit', (exitCode, signal) => this.#died(child, { exitCode, signal }))
    this.#post(child, this.#deps.init)
  }

  /** A child that has just died fails the write; its exit says so soon enough. */
  #post(child: ChildProcess, command: Command): void {
    if (child.connected) child.send(command, () => {})
  }

  /** Sends a command if it is up; one that is not has nobody to command. */
  send(command: Command): void {
    if (this.#state === 'up' && this.#child) this.#post(this.#child, command)
  }

  #receive(child: ChildProcess, message: unknown): void {
    const report = this.#deps.parse(message)
    if (child !== this.#child || !report) return
    const waitedMs = this.#noteSent(message)
    this.#unanswered = 0
    if (isReady(report)) {
      this.#state = 'up'
      this.#complaint = null
      this.#deps.onUp()
    } else if (isUnusable(report)) this.#complain(report.code)
    else this.#deps.onReport(report as OwnReport<Report>, waitedMs)
  }

  /**
   * Answers how long a report waited. A time without meaning moves nothing: a report is neither older than the one
   * before it nor from the future.
   */
  #noteSent(message: unknown): number {
    const { sentMs } = message as { sentMs?: unknown }
    const nowMs = machineMs()
    const saidMs = typeof sentMs === 'number' && !Number.isNaN(sentMs) ? sentMs : nowMs
    this.#lastSentMs = Math.min(nowMs, Math.max(this.#lastSentMs, saidMs))
    return nowMs - this.#lastSentMs
  }

  /**
   * A port may be free again and a library installed later: the server starts a worker that cannot run again and again,
   * and logs each cause once.
   */
  #complain(code: string): void {
    if (this.#complaint !== code)
      this.#deps.log.error({ code }, `${this.#deps.name} cannot run, will try again`)
    this.#complaint = code
    this.#backoffMs = BACKOFF_MAX_MS
  }

  #ping(): void {
    const limit = this.#state === 'starting' ? UNANSWERED_WHILE_STARTING : this.#deps.unansweredUntilDead
    if (++this.#unanswered > limit) this.kill()
    else this.send(this.#deps.ping(++this.#number))
  }

  /** Kills the process; it is started again. For one that does not answer, since media must not outlive its end. */
  kill(): void {
    this.signal('SIGKILL')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  #died(child: ChildProcess, exit: { exitCode?: number | null; signal?: NodeJS.Signals | null }): void {
    if (child !== this.#child) return
    this.#child = null
    if (this.#state === 'closed') return
    const livedMs = performance.now() - this.#startedMs
    this.#state = 'down'
    this.deaths++
    this.#backoffMs = livedMs > HEALTHY_MS ? BACKOFF_FIRST_MS : Math.min(BACKOFF_MAX_MS, this.#backoffMs)
    const facts = { deaths: this.deaths, livedMs: Math.round(livedMs), ...exit }
    this.#deps.log.warn(facts, `${this.#deps.name} died, starting again`)
    this.#deps.onDown(this.silentMs)
    this.#restart = setTimeout(() => this.#start(), this.#backoffMs)
    this.#backoffMs *= 2
  }

  /** Ends the process for good. */
  close(): Promise<void> {
    clearInterval(this.#pings)
    clearTimeout(this.#restart)
    this.#state = 'closed'
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    return new Promise(resolve => {
      const forced = setTimeout(() => child.kill('SIGKILL'), CLOSES_WITHIN_MS)
      child.once('exit', () => {
        clearTimeout(forced)
        resolve()
      })
      if (child.connected) child.disconnect()
      else child.kill('SIGKILL')
    })
  }
}
