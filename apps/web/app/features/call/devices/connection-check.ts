import { createStore, type Store } from '../../../store/store.ts'

export type ConnectionGrade = 'measuring' | 'good' | 'weak' | 'none'

export interface ConnectionSnapshot {
  grade: ConnectionGrade
  /** There and back; null before the first measurement. */
  roundTripMs: number | null
}

/** Above this people begin to interrupt each other. */
const WEAK_FROM_MS = 300
const MEASURE_EVERY_MS = 2_000
/** How long a connection may take before it counts as failed. */
const NONE_AFTER_MS = 8_000

export interface ConnectionCheck extends Store<ConnectionSnapshot> {
  stop(): void
}

/** Measures the round trip repeatedly; `probe` returns null while nothing gets through. */
export function createConnectionCheck(probe: () => Promise<number | null>): ConnectionCheck {
  const store = createStore<ConnectionSnapshot>({ grade: 'measuring', roundTripMs: null })
  let silentMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  async function measure(): Promise<void> {
    // A failed probe means the same as one without an answer.
    const roundTripMs = await probe().catch(() => null)
    if (isOver) return
    silentMs = roundTripMs === null ? silentMs + MEASURE_EVERY_MS : 0
    if (roundTripMs !== null) {
      store.set({ roundTripMs, grade: roundTripMs >= WEAK_FROM_MS ? 'weak' : 'good' })
    } else if (silentMs >= NONE_AFTER_MS || store.getSnapshot().grade !== 'measuring') {
      store.set({ roundTripMs: null, grade: 'none' })
    }
    timer = setTimeout(() => void measure(), MEASURE_EVERY_MS)
  }
  void measure()
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** A round trip to this site, for pages without a call; null when it fails. */
export async function fetchRoundTripMs(): Promise<number | null> {
  const startedMs = performance.now()
  const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
  return response.ok ? Math.round(performance.now() - startedMs) : null
}
