import { createStore, type Store } from '../../../store/store.ts'

export interface Idle extends Store<{ state: 'active' | 'idle' }> {
  /** Somebody touched something. */
  poke(): void
  stop(): void
}

const CONTROLS_FADE_AFTER_MS = 4_000

/** Whether nobody touched anything for a while. */
export function createIdle(afterMs = CONTROLS_FADE_AFTER_MS): Idle {
  const store = createStore<{ state: 'active' | 'idle' }>({ state: 'active' })
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    poke() {
      clearTimeout(timer)
      store.set({ state: 'active' })
      timer = setTimeout(() => store.set({ state: 'idle' }), afterMs)
    },
    stop: () => clearTimeout(timer),
  }
}
