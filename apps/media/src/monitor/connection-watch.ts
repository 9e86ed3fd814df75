import type { PeerConnection } from 'node-datachannel'
import type { Counters } from '../counters.ts'
import { guarded } from '../native.ts'

/** A handshake on a working network takes a few round trips. */
const CONNECTED_WITHIN_MS = 4_000

interface Watch {
  counters: Pick<Counters, 'callbackErrors'>
  withinMs?: number
  onBroken(): void
}

/**
 * Reports once that a connection failed or was not established in time; otherwise the code that waits for packets
 * would wait for ever. Returns a function that stops watching.
 */
export function watchConnection(
  pc: Pick<PeerConnection, 'onStateChange'>,
  { counters, withinMs = CONNECTED_WITHIN_MS, onBroken }: Watch,
): () => void {
  const broken = () => {
    stop()
    onBroken()
  }
  const timer = setTimeout(broken, withinMs)
  let isWatching = true
  const stop = () => {
    isWatching = false
    clearTimeout(timer)
  }
  pc.onStateChange(
    guarded(counters, state => {
      if (!isWatching) return
      if (state === 'connected') clearTimeout(timer)
      if (state === 'failed') broken()
    }),
  )
  return stop
}
