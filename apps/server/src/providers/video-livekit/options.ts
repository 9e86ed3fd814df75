import type { Bus } from '../../domains/calls/bus.ts'

export interface LivekitLog {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

export interface LivekitOptions {
  /** Where browsers, the monitor process and the API calls find LiveKit; several nodes behind one address. */
  url: string
  apiKey: string
  apiSecret: string
  /** Epoch milliseconds of the application's clock. */
  now: () => number
  log: LivekitLog
  /** Publishes to the other processes which tickets are void. */
  bus: Pick<Bus, 'publish' | 'subscribe'>
  /** Whether a lease on this call's clock is valid in the database. */
  isCounted(roomId: string): Promise<boolean>
}

/**
 * What a participation is for: a party of a call, an event's host and the guest on its stage send and see, a viewer
 * sees.
 */
export type Role = 'party' | 'host' | 'guest' | 'viewer'
