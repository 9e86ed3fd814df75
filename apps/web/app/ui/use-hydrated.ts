import { createValueStore } from '../store/store.ts'
import { useStore } from '../store/use-store.ts'

/** In a browser always true. */
const HYDRATED = createValueStore(true)

/** False on the server and during hydration, true afterwards: for values that only the browser knows. */
export function useHydrated(): boolean {
  return useStore(HYDRATED, () => false)
}
