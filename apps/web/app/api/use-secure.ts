import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { AuthSnapshot } from './auth-store.ts'
import { useAuth } from './use-auth.ts'

/** The login page, which leads back to this path and query. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/**
 * The person on a page that requires a login; when the check finds nobody, redirects to the login and back. A person
 * who is already on the way to another page, as after the deletion of an account, arrives there.
 */
export function useSecure(): AuthSnapshot {
  const auth = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const nobody = auth.ready && auth.data === null && !isLeaving
  useEffect(() => {
    if (!nobody) return
    void navigate(loginPath(pathname + search), { replace: true })
  }, [nobody, navigate, pathname, search])
  return auth
}
