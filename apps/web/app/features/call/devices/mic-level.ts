import { AUDIO_LEVEL_THRESHOLD } from '@parley/contract/constants'
import { createStore, type Store } from '../../../store/store.ts'

export interface MicLevelSnapshot {
  /** Root mean square of the last samples, 0 to 1. */
  level: number
  voice: 'loud' | 'quiet'
}

/** Measures one microphone track. */
export interface LevelMeter {
  /** The samples of the last moment, -1 to 1. */
  read(): Float32Array
  close(): void
}

export interface MicLevel extends Store<MicLevelSnapshot> {
  /** Measures this track from now on, or nothing. */
  listen(track: MediaStreamTrack | null): void
  stop(): void
}

const READ_EVERY_MS = 100
/** Pauses between words do not make the icon flicker. */
const HOLD_MS = 400
const QUIET: MicLevelSnapshot = { level: 0, voice: 'quiet' }

function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length > 0 ? Math.sqrt(sum / samples.length) : 0
}

/** How loud one's own microphone is; the icon turns loud at level 0.05. */
export function createMicLevel(deps: { createMeter(track: MediaStreamTrack): LevelMeter | null }): MicLevel {
  const store = createStore(QUIET)
  let measured: MediaStreamTrack | null = null
  let meter: LevelMeter | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let quietMs = HOLD_MS

  function read(source: LevelMeter): void {
    const level = Math.round(loudness(source.read()) * 100) / 100
    quietMs = level >= AUDIO_LEVEL_THRESHOLD ? 0 : quietMs + READ_EVERY_MS
    store.set({ level, voice: quietMs < HOLD_MS ? 'loud' : 'quiet' })
  }

  function stop(): void {
    clearInterval(timer)
    meter?.close()
    meter = null
    measured = null
    quietMs = HOLD_MS
    store.set(QUIET)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    listen(track) {
      if (track === measured) return
      stop()
      const source = track && deps.createMeter(track)
      if (!source) return
      measured = track
      meter = source
      timer = setInterval(() => read(source), READ_EVERY_MS)
    },
    stop,
  }
}

const SAMPLES = 1024

/** A meter of the browser's own audio; null where there is none. */
export function createWebAudioMeter(track: MediaStreamTrack): LevelMeter | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  const samples = new Float32Array(SAMPLES)
  // Browsers hold audio back until the person has touched the page.
  const wake = () => void context.resume().catch(() => undefined)
  wake()
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      return samples
    },
    close() {
      removeEventListener('pointerdown', wake)
      removeEventListener('keydown', wake)
      // It may be closed already.
      void context.close().catch(() => undefined)
    },
  }
}
