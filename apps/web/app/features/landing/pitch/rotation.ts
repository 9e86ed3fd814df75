import { CAPTION_ROTATION_MS, PITCH_DELAY_MS, PITCH_FALLBACK_MS } from '@parley/contract/constants'
import { createStore } from '../../../store/store.ts'

export interface RotationSnapshot {
  /** The index of the slide. */
  index: number
  /** The rotation has begun; from then on the ring counts down. */
  started: boolean
  paused: boolean
  /** The pitch's captions appear 2 s after the media are loaded, and after 4 s even if they never load. */
  pitchShown: boolean
}

export interface RotationDeps {
  slides: number
  nowMs: () => number
  after: (work: () => void, delayMs: number) => () => void
}

/** The landing page's changing slides and captions. */
export function createRotation(deps: RotationDeps) {
  const store = createStore<RotationSnapshot>({ index: 0, started: false, paused: false, pitchShown: false })
  const { set } = store
  let turnsAtMs = 0
  /** The remaining time of the paused slide. */
  let restMs = CAPTION_ROTATION_MS
  let cancelTurn: (() => void) | null = null
  let cancelPitch: (() => void)[] = []

  function turnAfter(delayMs: number) {
    turnsAtMs = deps.nowMs() + delayMs
    cancelTurn = deps.after(() => {
      set({ index: (store.getSnapshot().index + 1) % deps.slides })
      turnAfter(CAPTION_ROTATION_MS)
    }, delayMs)
  }
  function halt() {
    cancelTurn?.()
    cancelTurn = null
  }
  function showPitchAfter(delayMs: number) {
    cancelPitch.push(deps.after(() => set({ pitchShown: true }), delayMs))
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Starts; with reduced motion it starts paused. Returns the function that stops it. */
    start(motion: 'full' | 'reduced'): () => void {
      showPitchAfter(PITCH_FALLBACK_MS)
      restMs = CAPTION_ROTATION_MS
      if (motion === 'full') {
        turnAfter(restMs)
        set({ started: true, paused: false })
      } else set({ paused: true, pitchShown: true })
      return () => {
        halt()
        for (const cancel of cancelPitch) cancel()
        cancelPitch = []
      }
    },
    mediaLoaded() {
      showPitchAfter(PITCH_DELAY_MS)
    },
    /** Pauses or continues. */
    togglePause() {
      if (store.getSnapshot().paused) turnAfter(restMs)
      else {
        restMs = Math.max(0, turnsAtMs - deps.nowMs())
        halt()
      }
      set({ started: true, paused: !store.getSnapshot().paused })
    },
  }
}
export type Rotation = ReturnType<typeof createRotation>
