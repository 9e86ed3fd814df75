import { type ChildProcess, fork } from 'node:child_process'
import {
  type Command,
  PROTOCOL_VERSION,
  parseReport,
  type Report,
  WORKER_ENTRY,
  type WorkerOptions,
  type WorkerStats,
} from '@parley/media'

const PING_EVERY_MS = 1_000
/** Counted in pings, not in time: when this process was the one that stood still, a worker's answers may be waiting unread. */
const UNANSWERED_UNTIL_DEAD = 5
const UNANSWERED_WHILE_STARTING = 10
const BACKOFF_FIRST_MS = 100
const BACKOFF_MAX_MS = 5_000
/** A worker that lived this long starts its backoff afresh. */
const HEALTHY_MS = 30_000

export interface WorkerEvents {
  onReport(report: Report): void
  /** The worker takes commands, after a start or a restart. */
  onUp(): void
  /** The worker died by itself or was killed for silence; `silentMs` is how long it had not been heard of. */
  onDown(silentMs: number): void
}

export interface WorkerLog {
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

interface WorkerProcessDeps {
  options: WorkerOptions
  events: WorkerEvents
  log: WorkerLog
}

interface PendingStats {
  resolve(stats: WorkerStats): void
  reject(cause: Error): void
}

/** One media worker under supervision: started, pinged, killed when silent, started again. */
export class WorkerProcess {
  #deps: WorkerProcessDeps
  #child: ChildProcess | null = null
  #state: 'starting' | 'up' | 'down' | 'closed' = 'down'
  #heardMs = 0
  #startedMs = 0
  #backoffMs = BACKOFF_FIRST_MS
  #restartTimer: NodeJS.Timeout | null = null
  #pings: NodeJS.Timeout
  #number = 0
  #unanswered = 0
  #complaint: string | null = null
  #pendingStats = new Map<number, PendingStats>()
  deaths = 0

  constructor(deps: WorkerProcessDeps) {
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
    return performance.now() - this.#heardMs
  }

  #start(): void {
    this.#state = 'starting'
    this.#startedMs = this.#heardMs = performance.now()
    this.#unanswered = 0
    const child = fork(WORKER_ENTRY, {
      serialization: 'advanced',
      execArgv: [],
      env: {}, // What parses strangers' packets has no business with the server's secrets.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    child.on('message', message => this.#receive(child, message))
    child.on('error', () => this.#died(child))
    child.on('exit', () => this.#died(child))
    this.#post(child, { type: 'init', version: PROTOCOL_VERSION, options: this.#deps.options })
  }

  /** A child that has just died fails the write; its exit says so soon enough. */
  #post(child: ChildProcess, command: Command): void {
    if (child.connected) child.send(command, () => {})
  }

  /** Sends a command if the worker is up; a worker that is not has no peers to command. */
  send(command: Command): void {
    if (this.#state === 'up' && this.#child) this.#post(this.#child, command)
  }

  /** The worker's figures; rejects when it dies first. */
  stats(): Promise<WorkerStats> {
    if (!this.isUp) return Promise.reject(new Error('media worker is down'))
    const id = ++this.#number
    return new Promise((resolve, reject) => {
      this.#pendingStats.set(id, { resolve, reject })
      this.send({ type: 'stats', id })
    })
  }

  #receive(child: ChildProcess, message: unknown): void {
    const report = parseReport(message)
    if (child !== this.#child || !report) return
    this.#heardMs = performance.now()
    this.#unanswered = 0
    if (report.type === 'ready') {
      this.#state = 'up'
      this.#complaint = null
      this.#deps.events.onUp()
    } else if (report.type === 'unusable') {
      this.#complain(report.code)
    } else if (report.type === 'stats') {
      this.#pendingStats.get(report.id)?.resolve(report.stats)
      this.#pendingStats.delete(report.id)
    } else this.#deps.events.onReport(report)
  }

  /** A port may be free again and a library installed later, so a worker that cannot run is tried again, without a word each time. */
  #complain(code: string): void {
    if (this.#complaint !== code) this.#deps.log.error({ code }, 'media worker cannot run, will try again')
    this.#complaint = code
    this.#backoffMs = BACKOFF_MAX_MS
  }

  #ping(): void {
    const limit = this.#state === 'starting' ? UNANSWERED_WHILE_STARTING : UNANSWERED_UNTIL_DEAD
    if (++this.#unanswered > limit) this.kill()
    else this.send({ type: 'ping', n: ++this.#number })
  }

  /** Kills the process; it is started again. For one that does not answer, since media must not outlive its end. */
  kill(): void {
    this.signal('SIGKILL')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  #died(child: ChildProcess): void {
    if (child !== this.#child) return
    this.#child = null
    for (const pending of this.#pendingStats.values()) pending.reject(new Error('media worker died'))
    this.#pendingStats.clear()
    if (this.#state === 'closed') return
    const livedMs = performance.now() - this.#startedMs
    this.#state = 'down'
    this.deaths++
    this.#backoffMs = livedMs > HEALTHY_MS ? BACKOFF_FIRST_MS : Math.min(BACKOFF_MAX_MS, this.#backoffMs)
    this.#deps.log.warn(
      { deaths: this.deaths, livedMs: Math.round(livedMs) },
      'media worker died, starting again',
    )
    this.#deps.events.onDown(this.silentMs)
    this.#restartTimer = setTimeout(() => this.#start(), this.#backoffMs)
    this.#backoffMs *= 2
  }

  /** Ends the process for good. */
  close(): Promise<void> {
    clearInterval(this.#pings)
    if (this.#restartTimer) clearTimeout(this.#restartTimer)
    this.#state = 'closed'
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    return new Promise(resolve => {
      const forced = setTimeout(() => child.kill('SIGKILL'), 2_000)
      child.once('exit', () => {
        clearTimeout(forced)
        resolve()
      })
      if (child.connected) child.disconnect()
      else child.kill('SIGKILL')
    })
  }
}
