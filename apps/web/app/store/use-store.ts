import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The current value of a store; renders again at each change. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
