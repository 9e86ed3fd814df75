import { createStore, type Store } from '../store.ts'

/** Long enough to read "Not yet", short enough not to keep anybody waiting. */
export const JOINS_AFTER_SECONDS = 3

export interface AutoJoinSnapshot {
  /** Seconds until it joins by itself; null while nothing makes it. */
  secondsLeft: number | null
  /** The person said "not yet": only their own press joins now. */
  isHeld: boolean
}

export interface AutoJoin extends Store<AutoJoinSnapshot> {
  /** Everything is there to join: begins to count. */
  begin(): void
  /** Something is missing again: counts no more, and anew from the start next time. */
  pause(): void
  hold(): void
  stop(): void
}

/** Joins by itself once all are there, after a short count that the person can hold. */
export function createAutoJoin(onJoin: () => void): AutoJoin {
  const store = createStore<AutoJoinSnapshot>({ secondsLeft: null, isHeld: false })
  let timer: ReturnType<typeof setInterval> | undefined
  function pause(): void {
    clearInterval(timer)
    timer = undefined
    store.set({ secondsLeft: null })
  }
  function tick(): void {
    const left = (store.getSnapshot().secondsLeft ?? 0) - 1
    if (left > 0) {
      store.set({ secondsLeft: left })
      return
    }
    pause()
    onJoin()
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    begin() {
      if (timer !== undefined || store.getSnapshot().isHeld) return
      store.set({ secondsLeft: JOINS_AFTER_SECONDS })
      timer = setInterval(tick, 1000)
    },
    pause,
    hold() {
      pause()
      store.set({ isHeld: true })
    },
    stop: pause,
  }
}
