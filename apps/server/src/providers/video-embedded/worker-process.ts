import {
  type Command,
  PROTOCOL_VERSION,
  parseReport,
  type Report,
  WORKER_ENTRY,
  type WorkerOptions,
  type WorkerStats,
} from '@parley/media'
import { MediaProcess, type MediaProcessLog, type OwnReport } from '../media-process/media-process.ts'

/** More than the monitor process has: a worker that is killed takes its calls down for a moment. */
const UNANSWERED_UNTIL_DEAD = 5

type PeerReport = Exclude<OwnReport<Report>, { type: 'stats' }>

/** How much of the last second counts in what a worker is said to use: one second of joins is no load. */
const CPU_SMOOTHING = 0.3

interface WorkerProcessDeps {
  options: WorkerOptions
  /** How many connections it may have before a viewer of an event is put in another. */
  capacity: number
  log: MediaProcessLog
  events: {
    /** `waitedMs`: how long ago the report was made. */
    onReport(report: PeerReport, waitedMs: number): void
    /** The worker takes commands, after a start or a restart. */
    onUp(): void
    /** The worker died by itself or was killed for silence; `silentMs` is how long it had sent nothing. */
    onDown(silentMs: number): void
  }
}

interface PendingStats {
  resolve(stats: WorkerStats): void
  reject(cause: Error): void
}

/** One media worker under supervision. */
export class WorkerProcess {
  #process: MediaProcess<Command, Report>
  #number = 0
  /** Percent of one core, over the last seconds. */
  cpuPercent = 0
  readonly capacity: number
  /** Where other workers get the streams of its rooms. */
  readonly relayPath: string | null
  #pendingStats = new Map<number, PendingStats>()

  constructor({ options, capacity, log, events }: WorkerProcessDeps) {
    this.capacity = capacity
    this.relayPath = options.relayPath
    this.#process = new MediaProcess<Command, Report>({
      name: 'media worker',
      entry: WORKER_ENTRY,
      init: { type: 'init', version: PROTOCOL_VERSION, options },
      ping: n => ({ type: 'ping', n }),
      parse: parseReport,
      unansweredUntilDead: UNANSWERED_UNTIL_DEAD,
      log,
      onReport: (report, waitedMs) => {
        if (report.type === 'pong') this.cpuPercent += (report.cpuPercent - this.cpuPercent) * CPU_SMOOTHING
        if (report.type === 'stats') this.#handleStats(report)
        else events.onReport(report, waitedMs)
      },
      onUp: () => events.onUp(),
      onDown: silentMs => {
        this.cpuPercent = 0
        this.#rejectPending()
        events.onDown(silentMs)
      },
    })
  }

  get isUp(): boolean {
    return this.#process.isUp
  }

  get pid(): number | null {
    return this.#process.pid
  }

  get silentMs(): number {
    return this.#process.silentMs
  }

  get deaths(): number {
    return this.#process.deaths
  }

  /** Sends a command if the worker is up; a worker that is not has no peers to command. */
  send(command: Command): void {
    this.#process.send(command)
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

  #handleStats({ id, stats }: Extract<Report, { type: 'stats' }>): void {
    this.#pendingStats.get(id)?.resolve(stats)
    this.#pendingStats.delete(id)
  }

  #rejectPending(): void {
    for (const pending of this.#pendingStats.values()) pending.reject(new Error('media worker died'))
    this.#pendingStats.clear()
  }

  /** Kills the worker, which is started again. */
  kill(): void {
    this.#process.kill()
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal)
  }

  /** Ends the process for good. */
  async close(): Promise<void> {
    await this.#process.close()
    this.#rejectPending()
  }
}
