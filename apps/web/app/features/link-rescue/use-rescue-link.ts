import type { CarryOverAnswer } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { serverNowMs } from '../../store/server-clock.ts'

/** A new link is made so long before the shown one expires. */
const RENEW_BEFORE_END_MS = 60_000

/** The address for another browser: this page, and for a logged-in person a link that keeps them logged in. */
export function useRescueLink(): { link: string; isLoggedIn: boolean } {
  // Not before the person is known: the notice of a page for visitors gives way to that of its member's view then.
  const { user } = useAuth()
  const [made, setMade] = useState<CarryOverAnswer | null>(null)
  const userId = user?.id ?? null
  useEffect(() => {
    if (userId === null) return setMade(null)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    async function make() {
      const { pathname, search } = window.location
      const answer = await api
        .post<CarryOverAnswer>('/api/user/me/carry-over/', { path: pathname + search })
        // Without such a link the page's own address is used: the person logs in there.
        .catch(() => null)
      if (!isCurrent) return
      setMade(answer)
      if (answer === null) return
      const leftMs = Date.parse(answer.expires_at) - serverNowMs() - RENEW_BEFORE_END_MS
      timer = setTimeout(() => void make(), Math.max(RENEW_BEFORE_END_MS, leftMs))
    }
    void make()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [userId])
  return { link: made?.link ?? window.location.href, isLoggedIn: made !== null }
}
