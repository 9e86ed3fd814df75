import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** What a store holds now, rendered again at each change. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
