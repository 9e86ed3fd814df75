/**
 * The guarded edge to the native library, which aborts the process on an exception inside a callback or on use of what
 * is not open.
 */
import type { Track } from 'node-datachannel'
import type { Counters } from './counters.ts'

/** Wraps a callback so that no exception reaches the library, where it would abort the process. */
export function guarded<A extends unknown[]>(
  counters: Pick<Counters, 'callbackErrors'>,
  callback: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      callback(...args)
    } catch {
      counters.callbackErrors++
    }
  }
}

/** What of a track packets leave by. */
export type Outlet = Pick<Track, 'isOpen' | 'sendMessageBinary'>

/**
 * Sends on one track. A call of the library before each packet, whether the track is open, costs some 5 % of forwarding
 * it, so a track that was open is checked again only after a packet did not leave: the library throws then, and nothing
 * worse (0.33.4).
 */
export class Sender {
  #track: Outlet
  #counters: Counters
  #wasOpen = false

  constructor(track: Outlet, counters: Counters) {
    this.#track = track
    this.#counters = counters
  }

  /** Sends bytes if the track is open; answers whether they left. */
  send(bytes: Buffer): boolean {
    const counters = this.#counters
    if (!this.#wasOpen && !this.#track.isOpen()) return false
    try {
      this.#track.sendMessageBinary(bytes)
    } catch {
      // One that closed by itself is no error.
      if (this.#track.isOpen()) counters.sendErrors++
      this.#wasOpen = false
      return false
    }
    this.#wasOpen = true
    counters.packetsOut++
    counters.bytesOut += bytes.length
    return true
  }
}
