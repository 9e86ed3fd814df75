import { createCounters } from '../counters.ts'
import { SightAccounts } from '../sight-accounts.ts'
import { Ear } from './ear.ts'
import { type EarsCommand, type EarsReport, type EarsStats, parseEarsCommand } from './protocol.ts'

export const TICK_MS = 100

/** All monitors of one process, one for each room. */
export class EarsWorker {
  #report: (message: EarsReport) => void
  #counters = createCounters()
  #ears = new Map<string, Ear>()
  #sights = new SightAccounts(() => performance.now())
  #cpu = { usage: process.cpuUsage(), atMs: performance.now() }

  constructor(report: (message: EarsReport) => void) {
    this.#report = report
  }

  /** Does what the server asks; what is not understood is ignored and counted. */
  handle(received: unknown): void {
    const command = parseEarsCommand(received)
    if (command?.type === 'attend') this.#attend(command)
    else if (command?.type === 'leave') this.#leave(command.room)
    else if (command?.type === 'ping') this.#report({ type: 'pong', n: command.n, stats: this.#stats() })
    else this.#counters.ignoredMessages++
  }

  #attend({ room, url, token, isBegun }: Extract<EarsCommand, { type: 'attend' }>): void {
    this.#leave(room)
    const ear = new Ear({
      ...{ room, url, token, isBegun, counters: this.#counters, sights: this.#sights },
      report: message => {
        if (message.type === 'lost' && this.#ears.get(room) === ear) this.#ears.delete(room)
        this.#report(message)
      },
    })
    this.#ears.set(room, ear)
  }

  #leave(room: string): void {
    this.#ears.get(room)?.leave()
    this.#ears.delete(room)
  }

  /** Notices who fell silent; to be called every `TICK_MS`. */
  tick(): void {
    for (const ear of this.#ears.values()) ear.tick(performance.now())
  }

  #stats(): EarsStats {
    const usage = process.cpuUsage(this.#cpu.usage)
    const nowMs = performance.now()
    const cpuPercent = (usage.user + usage.system) / 10 / (nowMs - this.#cpu.atMs)
    this.#cpu = { usage: process.cpuUsage(), atMs: nowMs }
    const { packetsIn: packetsHeard, callbackErrors } = this.#counters
    return {
      earsOut: this.#ears.size,
      packetsHeard,
      callbackErrors,
      cpuPercent,
      rssBytes: process.memoryUsage().rss,
    }
  }
}
