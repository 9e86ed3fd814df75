/** Something that changes outside React and tells who listens. */
export interface Store<T> {
  subscribe(listener: () => void): () => void
  /** Replaced at each change, so it can be compared by identity. */
  getSnapshot(): T
}

export interface WritableStore<T> extends Store<T> {
  /** Tells listeners only when a field really differs. */
  set(change: Partial<T>): void
}

/** A store of one flat record. */
export function createStore<T extends object>(initial: T): WritableStore<T> {
  let snapshot = initial
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    set(change) {
      const next = { ...snapshot, ...change }
      const differs = (Object.keys(next) as (keyof T)[]).some(key => next[key] !== snapshot[key])
      if (!differs) return
      snapshot = next
      for (const listener of [...listeners]) listener()
    },
  }
}
