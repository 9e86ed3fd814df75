import { SECOND_MS } from '@parley/contract/time-units'
import { createValueStore } from './store.ts'

/**
 * The server's time, by the `Date` header of its answers: the server decides when a call opens and what is too late,
 * and the clock of a device may be hours slow or fast.
 *
 * The header has whole seconds, and its moment lies between the sending of a request and its answer. So an answer
 * proves between which bounds the difference lies: one within them stays, and another one moves between them. A slow
 * answer proves little, and moves no clock that is right.
 */
export function createServerClock(deviceMs: () => number) {
  const ahead = createValueStore(0)
  return {
    nowMs: () => deviceMs() + ahead.getSnapshot(),
    /** Calls the listener when the difference from the device's clock has changed. */
    subscribe: ahead.subscribe,
    /** The answer to a request that was sent at this time of the device has this `Date` header. */
    adjust(date: string | null, sentMs: number): void {
      const serverMs = Date.parse(date ?? '')
      const receivedMs = deviceMs()
      // The clock of the device was set back while the answer was on its way.
      if (Number.isNaN(serverMs) || receivedMs < sentMs) return
      const [least, most] = [serverMs - receivedMs, serverMs + SECOND_MS - 1 - sentMs]
      const before = ahead.getSnapshot()
      if (before < least) ahead.set(least)
      // Rather late than early: who asks before a call opens is refused, and asks again only after some seconds.
      else if (before > most) ahead.set(Math.max(least, most - 2 * SECOND_MS))
    },
  }
}

export const serverClock = createServerClock(() => Date.now())

/** The server's time in epoch milliseconds: for whatever is compared with a time that the server sent. */
export const serverNowMs = (): number => serverClock.nowMs()
