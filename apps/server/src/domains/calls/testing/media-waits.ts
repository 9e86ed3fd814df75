import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'

/** Ends a wait that is in vain. */
const WITHIN = { timeout: 60_000, interval: 1 }

/** Waits for a whole second in which not one packet comes, while others send; `act` is done in each second. */
export function untilGivenNothing(packetsReceived: () => number, act?: () => void): Promise<void> {
  return vi.waitFor(async () => {
    const before = packetsReceived()
    act?.()
    // What nobody sends has no event: time itself is tested, and a busy machine makes it only longer.
    await delay(1_000)
    expect(packetsReceived()).toBe(before)
  }, WITHIN)
}

/** Lets clients subscribe to everything again and again, for two and a half seconds. */
export async function insistFor(...clients: readonly { insist(): void }[]): Promise<void> {
  for (let round = 0; round < 5; round++) {
    for (const client of clients) client.insist()
    // What nobody sends has no event: time itself is tested, and a busy machine makes it only longer.
    await delay(500)
  }
}

/** Measures until the answer is called: in ms, how late this process at most read what others had sent it. */
export function measureLateness(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  return () => {
    delays.disable()
    return delays.max / 1e6
  }
}

/**
 * The addresses and credentials of one party that another was sent, as words of their own: the four characters of a
 * credential of ICE are now and then a part of a long token.
 */
export const leaked = (traces: readonly string[], transcript: string): string[] =>
  traces.filter(trace => {
    const escaped = trace.replace(/[^\w]/g, '\\$&')
    return new RegExp(`(?<![\\w+/-])${escaped}(?![\\w+/-])`).test(transcript)
  })
