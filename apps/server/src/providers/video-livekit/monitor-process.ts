import {
  MONITOR_ENTRY,
  MONITOR_PROTOCOL_VERSION,
  type MonitorCommand,
  type MonitorReport,
  type MonitorStats,
} from '@parley/media'
import { MediaProcess, type OwnReport } from '../media-process/media-process.ts'
import type { LivekitLog } from './options.ts'

/** Few, since their last report stays valid during that time. */
const UNANSWERED_UNTIL_DEAD = 2

type RoomReport = Exclude<OwnReport<MonitorReport>, { type: 'pong' }>

interface MonitorProcessDeps {
  log: LivekitLog
  /** `waitedMs`: how long ago the report was made. */
  onReport(report: RoomReport, waitedMs: number): void
  onUp(): void
  /** It died or was killed for silence; `silentMs` is the time since its last report. */
  onDown(silentMs: number): void
}

/** The supervised process that monitors LiveKit's rooms. */
export class MonitorProcess {
  #process: MediaProcess<MonitorCommand, MonitorReport>
  stats: MonitorStats | null = null

  constructor({ log, onReport, onUp, onDown }: MonitorProcessDeps) {
    this.#process = new MediaProcess<MonitorCommand, MonitorReport>({
      name: 'the process that listens to calls',
      entry: MONITOR_ENTRY,
      init: { type: 'init', version: MONITOR_PROTOCOL_VERSION },
      ping: n => ({ type: 'ping', n }),
      parse: message => message as MonitorReport,
      unansweredUntilDead: UNANSWERED_UNTIL_DEAD,
      log,
      onReport: (report, waitedMs) => {
        if (report.type === 'pong') this.stats = report.stats
        else onReport(report, waitedMs)
      },
      onUp,
      onDown: silentMs => {
        this.stats = null
        onDown(silentMs)
      },
    })
  }

  get isUp(): boolean {
    return this.#process.isUp
  }

  get deaths(): number {
    return this.#process.deaths
  }

  /** Sends a command if it is up; one that is not joins no rooms. */
  send(command: MonitorCommand): void {
    this.#process.send(command)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal)
  }

  /** Ends it for good. */
  close(): Promise<void> {
    return this.#process.close()
  }
}
