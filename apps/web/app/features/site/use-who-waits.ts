import type { WhoWaits } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { onOwnChange } from '../../api/own-changes.ts'
import { newestAnswer } from '../../store/newest-answer.ts'

export const NOBODY_WAITS: WhoWaits = { open_private: 0, waiting: [] }
const POLL_EVERY_MS = 10_000

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
    const show = newestAnswer(setWaits)
    const poll = () => {
      if (document.visibilityState === 'hidden') return
      // The old values stay while the server does not answer.
      void show(api.get<WhoWaits>('/api/user/me/waiting/', { signal: abort.signal }))
    }
    poll()
    const timer = setInterval(poll, POLL_EVERY_MS)
    let soon: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onOwnChange(() => {
      clearTimeout(soon)
      soon = setTimeout(poll, AFTER_OWN_CHANGE_MS)
    })
    document.addEventListener('visibilitychange', poll)
    return () => {
      abort.abort()
      clearInterval(timer)
      clearTimeout(soon)
      unsubscribe()
      document.removeEventListener('visibilitychange', poll)
    }
  }, [userId])
  return waits
}
