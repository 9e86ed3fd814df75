import { MEDIA_FLOW_WINDOW_MS } from '@parley/contract'

/** An open interval of paid time; all in epoch ms of the application clock. */
export interface OpenInterval {
  id: string
  epoch: number
  startedAtMs: number
  /** When the interval before it ended: no second is counted twice. */
  notBeforeMs: number
  /** Paid time used before it, in ms. */
  usedBeforeMs: number
  /** The most that was shown as used before it, in ms. */
  shownBeforeMs: number
  totalMs: number
}

/** The same interval after a jump of the machine's clock. */
export function jumped(interval: OpenInterval, jumpMs: number): OpenInterval {
  return { ...interval, startedAtMs: Math.max(interval.startedAtMs + jumpMs, interval.notBeforeMs) }
}

/** When the paid time runs out if nobody leaves. */
export function endsAtMs({ startedAtMs, usedBeforeMs, totalMs }: OpenInterval): number {
  return startedAtMs + totalMs - usedBeforeMs
}

/** The end for a stop at `atMs`: neither before the begin nor after the paid time. */
export function closingMs(interval: OpenInterval, atMs: number): number {
  return Math.min(Math.max(atMs, interval.startedAtMs), endsAtMs(interval))
}

/** Paid time used up to now, in ms: never more than was paid. */
export function usedAtMs(interval: OpenInterval, nowMs: number): number {
  return interval.usedBeforeMs + closingMs(interval, nowMs) - interval.startedAtMs
}

/**
 * The last certain time when media was seen to flow at `seenMs`: "flows" means that a packet came within the window
 * before.
 */
export function provenMs(interval: OpenInterval, seenMs: number): number {
  return closingMs(interval, seenMs - MEDIA_FLOW_WINDOW_MS)
}
