export const FLOOR_BPS = 150_000
const REFRESH_MS = 1_000
const URGENT_DROP = 0.97

/**
 * The bitrate limit of a publisher, from each viewer's estimate: the slower of two, else the slowest tenth, so that
 * one bad phone does not slow all.
 */
export function targetBitrate(
  viewersBps: readonly number[],
  capBps: number,
  floorBps: number = FLOOR_BPS,
): number {
  if (viewersBps.length === 0) return capBps
  const sorted = [...viewersBps].sort((a, b) => a - b)
  const index = sorted.length <= 2 ? 0 : Math.floor(sorted.length / 10)
  return Math.min(capBps, Math.max(floorBps, sorted[index] ?? capBps))
}

/** When to send the limit to the publisher: each second, and at once when it falls. */
export class BitratePolicy {
  #sentBps = Number.POSITIVE_INFINITY
  #sentMs = Number.NEGATIVE_INFINITY

  /** The bitrate to send now, or null. */
  next(targetBps: number, nowMs: number): number | null {
    const urgent = targetBps < this.#sentBps * URGENT_DROP
    if (!urgent && nowMs - this.#sentMs < REFRESH_MS) return null
    this.#sentBps = targetBps
    this.#sentMs = nowMs
    return targetBps
  }
}
