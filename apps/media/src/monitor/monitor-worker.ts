import { createCounters } from '../counters.ts'
import { SightAccounts } from '../sight/sight-accounts.ts'
import {
  type MonitorCommand,
  type MonitorReport,
  type MonitorStats,
  parseMonitorCommand,
} from './protocol.ts'
import { RoomMonitor } from './room-monitor.ts'

export const TICK_MS = 100

/** All monitors of one process, one for each room. */
export class MonitorWorker {
  #report: (message: MonitorReport) => void
  #counters = createCounters()
  #monitors = new Map<string, RoomMonitor>()
  #sights = new SightAccounts(() => performance.now())
  #cpu = { usage: process.cpuUsage(), atMs: performance.now() }

  constructor(report: (message: MonitorReport) => void) {
    this.#report = report
  }

  /** Handles a command of the server; an unknown command is ignored and counted. */
  handle(received: unknown): void {
    const command = parseMonitorCommand(received)
    if (command?.type === 'monitor') this.#monitor(command)
    else if (command?.type === 'leave') this.#leave(command.room)
    else if (command?.type === 'ping') this.#report({ type: 'pong', n: command.n, stats: this.#stats() })
    else this.#counters.ignoredMessages++
  }

  #monitor({ room, url, token, isBegun }: Extract<MonitorCommand, { type: 'monitor' }>): void {
    this.#leave(room)
    const monitor = new RoomMonitor({
      ...{ room, url, token, isBegun, counters: this.#counters, sights: this.#sights },
      report: message => {
        if (message.type === 'lost' && this.#monitors.get(room) === monitor) this.#monitors.delete(room)
        this.#report(message)
      },
    })
    this.#monitors.set(room, monitor)
  }

  #leave(room: string): void {
    this.#monitors.get(room)?.leave()
    this.#monitors.delete(room)
  }

  /** Detects silent participants; call it every `TICK_MS`. */
  tick(): void {
    for (const monitor of this.#monitors.values()) monitor.tick(performance.now())
  }

  #stats(): MonitorStats {
    const usage = process.cpuUsage(this.#cpu.usage)
    const nowMs = performance.now()
    const cpuPercent = (usage.user + usage.system) / 10 / (nowMs - this.#cpu.atMs)
    this.#cpu = { usage: process.cpuUsage(), atMs: nowMs }
    const { packetsIn: packetsReceived, callbackErrors } = this.#counters
    return {
      roomsMonitored: this.#monitors.size,
      packetsReceived,
      callbackErrors,
      cpuPercent,
      rssBytes: process.memoryUsage().rss,
    }
  }
}
