import type { WorkerStats } from './protocol.ts'

export type Counters = Omit<WorkerStats, 'cpuPercent' | 'rssBytes' | 'rooms' | 'peers'>

/** Counters of one worker since its start. */
export function createCounters(): Counters {
  return {
    joins: 0,
    packetsIn: 0,
    bytesIn: 0,
    packetsOut: 0,
    bytesOut: 0,
    requestsUpstream: 0,
    repeats: 0,
    repeatsRefused: 0,
    keyframeRequests: 0,
    sendErrors: 0,
    callbackErrors: 0,
    handshakeFailures: 0,
    ignoredMessages: 0,
    relayedPackets: 0,
    relayDrops: 0,
  }
}

/** The CPU use of this process. */
export class CpuMeter {
  #last = { usage: process.cpuUsage(), atMs: performance.now() }

  /** Percent of one core since the last call. */
  percent(): number {
    const elapsedMs = Math.max(1, performance.now() - this.#last.atMs)
    const usage = process.cpuUsage(this.#last.usage)
    this.#last = { usage: process.cpuUsage(), atMs: performance.now() }
    return (usage.user + usage.system) / 10 / elapsedMs
  }
}
