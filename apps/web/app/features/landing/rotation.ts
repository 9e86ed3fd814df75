import { CAPTION_ROTATION_MS, PITCH_DELAY_MS, PITCH_FALLBACK_MS } from '@parley/contract/constants'

export interface RotationSnapshot {
  /** Which slide is shown. */
  index: number
  paused: boolean
  /** The pitch's captions appear 2 s after the pictures are there, and after 4 s even if they never are. */
  pitchShown: boolean
}

export interface RotationDeps {
  slides: number
  every: (work: () => void, periodMs: number) => () => void
  after: (work: () => void, delayMs: number) => () => void
}

/** The landing page's rotating captions. */
export function createRotation(deps: RotationDeps) {
  let snapshot: RotationSnapshot = { index: 0, paused: false, pitchShown: false }
  let stopTurning: (() => void) | null = null
  let cancels: (() => void)[] = []
  const listeners = new Set<() => void>()

  function set(next: Partial<RotationSnapshot>) {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  function turn() {
    stopTurning ??= deps.every(() => set({ index: (snapshot.index + 1) % deps.slides }), CAPTION_ROTATION_MS)
  }
  function halt() {
    stopTurning?.()
    stopTurning = null
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    /** Starts; whoever asked for reduced motion starts paused. Returns how to stop. */
    start(motion: 'full' | 'reduced'): () => void {
      cancels = [deps.after(() => set({ pitchShown: true }), PITCH_FALLBACK_MS)]
      if (motion === 'full') turn()
      else set({ paused: true, pitchShown: true })
      return () => {
        halt()
        for (const cancel of cancels) cancel()
      }
    },
    mediaLoaded() {
      cancels.push(deps.after(() => set({ pitchShown: true }), PITCH_DELAY_MS))
    },
    togglePause() {
      if (snapshot.paused) turn()
      else halt()
      set({ paused: !snapshot.paused })
    },
  }
}
export type Rotation = ReturnType<typeof createRotation>
