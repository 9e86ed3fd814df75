import {
  EARS_ENTRY,
  EARS_PROTOCOL_VERSION,
  type EarsCommand,
  type EarsReport,
  type EarsStats,
} from '@parley/media'
import { MediaProcess, type Told } from '../media-process/media-process.ts'
import type { LivekitLog } from './options.ts'

/** Few, since their last report stays valid during that time. */
const UNANSWERED_UNTIL_DEAD = 2

type RoomReport = Exclude<Told<EarsReport>, { type: 'pong' }>

interface EarsProcessDeps {
  log: LivekitLog
  onReport(report: RoomReport): void
  onUp(): void
  /** It died or was killed for silence; `silentMs` is how long it had not been heard of. */
  onDown(silentMs: number): void
}

/** The process that listens in LiveKit's rooms, under supervision. */
export class EarsProcess {
  #process: MediaProcess<EarsCommand, EarsReport>
  stats: EarsStats | null = null

  constructor({ log, onReport, onUp, onDown }: EarsProcessDeps) {
    this.#process = new MediaProcess<EarsCommand, EarsReport>({
      name: 'the process that listens to calls',
      entry: EARS_ENTRY,
      init: { type: 'init', version: EARS_PROTOCOL_VERSION },
      ping: n => ({ type: 'ping', n }),
      parse: message => message as EarsReport,
      unansweredUntilDead: UNANSWERED_UNTIL_DEAD,
      log,
      onReport: report => {
        if (report.type === 'pong') this.stats = report.stats
        else onReport(report)
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

  /** Sends a command if it is up; one that is not attends no rooms. */
  send(command: EarsCommand): void {
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
