import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AuthSnapshot } from './auth-store.ts'
import { useAuth } from './use-auth.ts'

/** Where to log in and come back to this path and query afterwards. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

/** Who is here; once the auth check is done, nobody is sent to the login and back. */
export function useSecure(): AuthSnapshot {
  const auth = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const nobody = auth.ready && auth.data === null
  useEffect(() => {
    if (!nobody) return
    void navigate(loginPath(pathname + search), { replace: true })
  }, [nobody, navigate, pathname, search])
  return auth
}
