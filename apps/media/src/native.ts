/** The guarded edge to the native library, which aborts the process on an exception inside a callback or on use of what is not open. */
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

/** Sends bytes on a track if it is open; answers whether they left. */
export function sendOn(track: Outlet, bytes: Buffer, counters: Counters): boolean {
  if (!track.isOpen()) return false
  try {
    track.sendMessageBinary(bytes)
  } catch {
    counters.sendErrors++
    return false
  }
  counters.packetsOut++
  counters.bytesOut += bytes.length
  return true
}
