import { useEffect, useState } from 'react'
import { keepAwake } from './wake-lock.ts'

/**
 * The call, event or queue of these people, for as long as the page shows it; null until it has begun. The screen stays
 * awake as long, or until `create` says that it need not.
 */
export function useBrowserCall<P, C extends { call: { start(): void; leave(): void } }>(
  parties: P | null,
  create: (parties: P, letSleep: () => void) => C,
): C | null {
  const [current, setCurrent] = useState<C | null>(null)
  useEffect(() => {
    if (!parties) return
    const letSleep = keepAwake({ wakeLock: navigator.wakeLock, page: document })
    const made = create(parties, letSleep)
    const leave = () => made.call.leave()
    // A page in the back/forward cache must leave the call; when it returns it begins again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', onShow)
    made.call.start()
    setCurrent(made)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', onShow)
      letSleep()
      leave()
      setCurrent(null)
    }
  }, [parties, create])
  return current
}
