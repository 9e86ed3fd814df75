/** State outside React that notifies its listeners. */
export interface Store<T> {
  subscribe(listener: () => void): () => void
  /** Replaced at each change, so it can be compared by identity. */
  getSnapshot(): T
}

export interface ValueStore<T> extends Store<T> {
  /** Notifies listeners only when the value differs. */
  set(value: T): void
}

export interface WritableStore<T> extends Store<T> {
  /** Notifies listeners only when a field differs. */
  set(change: Partial<T>): void
}

/** A store of one value, replaced as a whole. */
export function createValueStore<T>(initial: T): ValueStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}

/** A store of one flat record, changed field by field. */
export function createStore<T extends object>(initial: T): WritableStore<T> {
  const { subscribe, getSnapshot, set } = createValueStore(initial)
  return {
    subscribe,
    getSnapshot,
    set(change) {
      const before = getSnapshot()
      const next = { ...before, ...change }
      const differs = (Object.keys(next) as (keyof T)[]).some(key => next[key] !== before[key])
      if (differs) set(next)
    },
  }
}
