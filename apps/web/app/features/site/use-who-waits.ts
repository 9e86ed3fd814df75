import type { WhoWaits } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { onOwnChange } from '../../api/own-changes.ts'

export const NOBODY_WAITS: WhoWaits = { open_private: 0, waiting: [] }
const ASK_AGAIN_MS = 10_000

/** One act of a person may send several requests. */
const AFTER_OWN_CHANGE_MS = 200

/**
 * Who waits for this person in a call, and the number of open requests; polled while the page is visible, and after the
 * person's own changes. Empty for a visitor.
 */
export function useWhoWaits(userId: string | undefined): WhoWaits {
  const [waits, setWaits] = useState(NOBODY_WAITS)
  useEffect(() => {
    setWaits(NOBODY_WAITS)
    if (userId === undefined) return
    const abort = new AbortController()
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      // The old values stay while the server does not answer.
      api
        .get<WhoWaits>('/api/user/me/waiting/', { signal: abort.signal })
        .then(setWaits)
        .catch(() => undefined)
    }
    ask()
    const timer = setInterval(ask, ASK_AGAIN_MS)
    let soon: ReturnType<typeof setTimeout> | undefined
    const stopHearing = onOwnChange(() => {
      clearTimeout(soon)
      soon = setTimeout(ask, AFTER_OWN_CHANGE_MS)
    })
    document.addEventListener('visibilitychange', ask)
    return () => {
      abort.abort()
      clearInterval(timer)
      clearTimeout(soon)
      stopHearing()
      document.removeEventListener('visibilitychange', ask)
    }
  }, [userId])
  return waits
}
