import type { Store } from '../../../store/store.ts'
import type { CallPhase } from './call-state.ts'

interface Sentinel {
  release(): Promise<void>
}

export interface WakeLockDeps {
  /** `navigator.wakeLock`; undefined where the browser has none. */
  wakeLock: { request(type: 'screen'): Promise<Sentinel> } | undefined
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { visibilityState: string }
}

/** Keeps the screen awake until the returned function is called; a hidden page loses the lock and takes it again. */
export function keepAwake({ wakeLock, page }: WakeLockDeps): () => void {
  let held: Sentinel | null = null
  let isOver = false
  // The browser may have released it before.
  const release = (sentinel: Sentinel) => void sentinel.release().catch(() => undefined)
  async function acquire(): Promise<void> {
    if (isOver || page.visibilityState !== 'visible') return
    try {
      const sentinel = await wakeLock?.request('screen')
      if (!sentinel) return
      if (isOver) release(sentinel)
      else held = sentinel
    } catch {
      // Refused on low battery: the call continues, the screen may dim.
    }
  }
  const onVisible = () => void acquire()
  page.addEventListener('visibilitychange', onVisible)
  void acquire()
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', onVisible)
    if (held) release(held)
  }
}

/** Lets the screen sleep once a call is over: nobody needs it awake to read how it ended. */
export function sleepAfter(call: Store<{ phase: CallPhase }>, letSleep: () => void): void {
  const unsubscribe = call.subscribe(() => {
    const { phase } = call.getSnapshot()
    if (phase !== 'ended' && phase !== 'refused') return
    unsubscribe()
    letSleep()
  })
}
