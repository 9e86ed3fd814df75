import type { CarryOverAnswer } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'

/** A new link is made before the one shown runs out. */
const RENEW_BEFORE_END_MS = 60_000

/**
 * The address to continue with in another browser: this page, and for a person who is logged in a link that keeps
 * them so.
 */
export function useRescueLink(): { link: string; isLoggedIn: boolean } {
  const { data } = useAuth()
  const [made, setMade] = useState<CarryOverAnswer | null>(null)
  const userId = data?.user_id ?? null
  useEffect(() => {
    if (userId === null) return setMade(null)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    async function make() {
      const { pathname, search } = window.location
      const answer = await api
        .post<CarryOverAnswer>('/api/user/me/carry-over/', { path: pathname + search })
        // Without one there is the page's own address: the person logs in there.
        .catch(() => null)
      if (!isCurrent) return
      setMade(answer)
      if (answer === null) return
      const leftMs = Date.parse(answer.expires_at) - Date.now() - RENEW_BEFORE_END_MS
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
