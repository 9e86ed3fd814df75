import { type ChildProcess, fork } from 'node:child_process'
import {
  EARS_ENTRY,
  EARS_PROTOCOL_VERSION,
  type EarsCommand,
  type EarsReport,
  type EarsStats,
} from '@parley/media'
import type { LivekitLog } from './options.ts'

const PING_EVERY_MS = 1_000
const UNANSWERED_WHILE_STARTING = 10
/** Few, since what they heard is believed meanwhile. */
const UNANSWERED_UNTIL_DEAD = 2
const BACKOFF_FIRST_MS = 100
const BACKOFF_MAX_MS = 5_000
const HEALTHY_MS = 30_000

type RoomReport = Exclude<EarsReport, { type: 'ready' | 'unusable' | 'pong' }>

interface EarsProcessDeps {
  log: LivekitLog
  onReport(report: RoomReport): void
  onUp(): void
  /** It died or was killed for silence; `silentMs` is how long it had not been heard of. */
  onDown(silentMs: number): void
}

/** The process that listens in LiveKit's rooms, under supervision: started, pinged, killed when silent, started again. */
export class EarsProcess {
  #deps: EarsProcessDeps
  #child: ChildProcess | null = null
  #isUp = false
  #isClosed = false
  #unanswered = 0
  #number = 0
  #heardMs = 0
  #startedMs = 0
  #backoffMs = BACKOFF_FIRST_MS
  #restart: NodeJS.Timeout | undefined
  #pings: NodeJS.Timeout
  deaths = 0
  stats: EarsStats | null = null

  constructor(deps: EarsProcessDeps) {
    this.#deps = deps
    this.#start()
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS)
    this.#pings.unref()
  }

  get isUp(): boolean {
    return this.#isUp
  }

  #start(): void {
    this.#startedMs = this.#heardMs = performance.now()
    this.#unanswered = 0
    const child = fork(EARS_ENTRY, {
      serialization: 'advanced',
      execArgv: [],
      env: {}, // What parses strangers' packets has no business with the server's secrets.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    child.on('message', message => this.#receive(child, message as EarsReport))
    child.on('error', () => this.#died(child))
    child.on('exit', () => this.#died(child))
    this.#post({ type: 'init', version: EARS_PROTOCOL_VERSION })
  }

  /** A child that has just died fails the write; its exit says so soon enough. */
  #post(command: EarsCommand): void {
    if (this.#child?.connected) this.#child.send(command, () => {})
  }

  /** Sends a command if it is up; one that is not attends no rooms. */
  send(command: EarsCommand): void {
    if (this.#isUp) this.#post(command)
  }

  #receive(child: ChildProcess, report: EarsReport): void {
    if (child !== this.#child) return
    this.#heardMs = performance.now()
    this.#unanswered = 0
    if (report.type === 'pong') this.stats = report.stats
    else if (report.type === 'unusable') {
      this.#deps.log.error(
        { code: report.code },
        'the process that listens to calls cannot run, will try again',
      )
    } else if (report.type === 'ready') {
      this.#isUp = true
      this.#deps.onUp()
    } else this.#deps.onReport(report)
  }

  #ping(): void {
    const limit = this.#isUp ? UNANSWERED_UNTIL_DEAD : UNANSWERED_WHILE_STARTING
    if (++this.#unanswered > limit) this.signal('SIGKILL')
    else this.send({ type: 'ping', n: ++this.#number })
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  #died(child: ChildProcess): void {
    if (child !== this.#child) return
    this.#child = null
    this.#isUp = false
    this.stats = null
    if (this.#isClosed) return
    this.deaths++
    if (performance.now() - this.#startedMs > HEALTHY_MS) this.#backoffMs = BACKOFF_FIRST_MS
    this.#deps.log.warn({ deaths: this.deaths }, 'the process that listens to calls died, starting again')
    this.#deps.onDown(performance.now() - this.#heardMs)
    this.#restart = setTimeout(() => this.#start(), this.#backoffMs)
    this.#backoffMs = Math.min(BACKOFF_MAX_MS, this.#backoffMs * 2)
  }

  /** Ends it for good. */
  close(): Promise<void> {
    clearInterval(this.#pings)
    clearTimeout(this.#restart)
    this.#isClosed = true
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
