import type { WhoWaits } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { onOwnChange } from '../../api/own-changes.ts'

export const NOBODY_WAITS: WhoWaits = { open_private: 0, waiting: [] }
const ASK_AGAIN_MS = 10_000

/** What somebody does in one moment may be several calls. */
const AFTER_OWN_CHANGE_MS = 200

/**
 * Who waits for this person in a call and how much is open, asked again while the page is looked at and after what they
 * did themselves; for nobody: nothing.
 */
export function useWhoWaits(userId: string | undefined): WhoWaits {
  const [waits, setWaits] = useState(NOBODY_WAITS)
  useEffect(() => {
    setWaits(NOBODY_WAITS)
    if (userId === undefined) return
    const abort = new AbortController()
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      // What was known stays while the server does not answer.
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
