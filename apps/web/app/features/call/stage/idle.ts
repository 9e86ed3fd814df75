import { createStore, type Store } from '../../../store/store.ts'

export interface Idle extends Store<{ state: 'active' | 'idle' }> {
  /** Somebody touched something. */
  poke(): void
  /** Shows faded controls although nobody touched anything. */
  show(): void
  /** Whether a touch now is one that was meant to show the controls: they are faded, or were a moment before. */
  isTouchWaking(): boolean
  stop(): void
}

const CONTROLS_FADE_AFTER_MS = 4_000
/** So long a person still aims at the screen without controls that they saw. */
const AIMED_BEFORE_MS = 400

/** Whether nobody touched anything for a while. */
export function createIdle(afterMs = CONTROLS_FADE_AFTER_MS): Idle {
  const store = createStore<{ state: 'active' | 'idle' }>({ state: 'active' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let shownAtMs = Number.NEGATIVE_INFINITY
  const isIdle = () => store.getSnapshot().state === 'idle'
  function poke() {
    clearTimeout(timer)
    store.set({ state: 'active' })
    timer = setTimeout(() => store.set({ state: 'idle' }), afterMs)
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    poke,
    show() {
      if (isIdle()) shownAtMs = performance.now()
      poke()
    },
    isTouchWaking: () => isIdle() || performance.now() - shownAtMs < AIMED_BEFORE_MS,
    stop: () => clearTimeout(timer),
  }
}
