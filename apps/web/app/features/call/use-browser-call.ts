import { useEffect, useState } from 'react'
import type { CallParties } from './admission.ts'
import { type BrowserCall, createBrowserCall } from './browser-call.ts'
import { keepAwake } from './wake-lock.ts'

/** The call of these two people, for as long as the page shows it; null until it has begun. */
export function useBrowserCall(parties: CallParties | null): BrowserCall | null {
  const [current, setCurrent] = useState<BrowserCall | null>(null)
  useEffect(() => {
    if (!parties || parties.isOver) return
    const made = createBrowserCall(parties)
    const letSleep = keepAwake({ wakeLock: navigator.wakeLock, page: document })
    const leave = () => made.call.leave()
    // A page put aside must not hold the call; brought back from the back cache it begins anew.
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
  }, [parties])
  return current
}
