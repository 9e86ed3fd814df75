import { safeNextPath } from '@parley/contract/next-path'
import { useLocation } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The page to open afterwards, from `next`; unknown on the server, whose HTML is the same for everyone. */
export function useNextPath(): string {
  const { search } = useLocation()
  const hydrated = useHydrated()
  const next = safeNextPath(hydrated ? new URLSearchParams(search).get('next') : null)
  // A person who logs in with `next` = logout would be logged out again at once.
  return /^\/logout\b/.test(next) ? '/' : next
}

/** A path with `next` added, when there is one. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}
