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
    asksUpstream: 0,
    repeats: 0,
    repeatsRefused: 0,
    keyframeRequests: 0,
    sendErrors: 0,
    callbackErrors: 0,
    handshakeFailures: 0,
    ignoredMessages: 0,
  }
}
