import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/**
 * The current value of a store; renders again at each change. `onServer` gives the value on the server and during
 * hydration, where it differs from the store's.
 */
export function useStore<T>(store: Store<T>, onServer: () => T = store.getSnapshot): T {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, onServer)
}
