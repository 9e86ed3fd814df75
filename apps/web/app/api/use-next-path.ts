import { safeNextPath } from '@parley/contract/next-path'
import { useLocation } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Where to go afterwards, from `next`; unknown on the server, whose page is the same for everyone. */
export function useNextPath(): string {
  const { search } = useLocation()
  const hydrated = useHydrated()
  const next = safeNextPath(hydrated ? new URLSearchParams(search).get('next') : null)
  // Who logs in because they came to log out would be out again at once.
  return /^\/logout\b/.test(next) ? '/' : next
}

/** A path with `next` passed on, when there is one. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}
