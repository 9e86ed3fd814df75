/** A smaller difference comes from the whole seconds of a `Date` header and from the network. */
const TOLERANCE_MS = 2_000
/** A slower answer says too little about the time. */
const SLOWEST_ANSWER_MS = 10_000

/**
 * The server's time, by the `Date` header of its answers: the server decides when a call opens and what is too late,
 * and the clock of a device may be hours slow or fast.
 */
export function createServerClock(deviceMs: () => number) {
  let aheadMs = 0
  return {
    nowMs: () => deviceMs() + aheadMs,
    /** The answer to a request that was sent at this time of the device has this `Date` header. */
    adjust(date: string | null, sentMs: number): void {
      const serverMs = Date.parse(date ?? '')
      const tookMs = deviceMs() - sentMs
      // The clock of the device was set while the answer was on its way, or the answer is too old.
      if (Number.isNaN(serverMs) || tookMs < 0 || tookMs > SLOWEST_ANSWER_MS) return
      const differenceMs = serverMs - (sentMs + tookMs / 2)
      aheadMs = Math.abs(differenceMs) > TOLERANCE_MS ? differenceMs : 0
    },
  }
}

export const serverClock = createServerClock(() => Date.now())

/** The server's time in epoch milliseconds: for whatever is compared with a time that the server sent. */
export const serverNowMs = (): number => serverClock.nowMs()
