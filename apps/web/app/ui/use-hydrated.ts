import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while taking over its page, true afterwards: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
