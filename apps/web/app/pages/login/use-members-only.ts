import { PROFILE_LOADING_GUARD_MS } from '@parley/contract/constants'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'

/** Loads data that are not public from the API's `path`; redirects a person who may not see them. */
export function useMembersOnly<T>(path: string) {
  const { ready, data, user } = useAuth()
  const navigate = useNavigate()
  const [found, setFound] = useState<T | null>(null)
  const someone = data !== null
  useEffect(() => {
    const leave = () => void navigate('/not-found-cover', { replace: true })
    if (!ready) {
      const guard = setTimeout(leave, PROFILE_LOADING_GUARD_MS)
      return () => clearTimeout(guard)
    }
    if (!someone) return leave()
    const abort = new AbortController()
    api
      .get<T>(path, { signal: abort.signal })
      .then(setFound)
      .catch(() => abort.signal.aborted || leave())
    return () => abort.abort()
  }, [ready, someone, path, navigate])
  return { found, user }
}
