import { PROFILE_LOADING_GUARD_MS } from '@parley/contract/constants'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { useLoaded } from '../../api/use-loaded.ts'

/** Loads data that are not public from the API's `path`; redirects a person who may not see them. */
export function useMembersOnly<T>(path: string) {
  const { ready, data, user, problem } = useAuth()
  const navigate = useNavigate()
  const someone = data !== null
  const { data: found, isMissing, failed } = useLoaded<T>(ready && someone ? path : null)
  useEffect(() => {
    const leave = () => void navigate('/not-found-cover', { replace: true })
    if (!ready) {
      const guard = setTimeout(leave, PROFILE_LOADING_GUARD_MS)
      return () => clearTimeout(guard)
    }
    if (!someone || isMissing) leave()
  }, [ready, someone, isMissing, navigate])
  const isUnknown = user === null && problem !== undefined
  const unknown = isUnknown ? { problem, retry: () => void auth.refreshUser() } : null
  return { found, user, failed: failed ?? unknown }
}
