import { createStore, type Store } from '../../../store/store.ts'

export interface SpeakerTestSnapshot {
  state: 'silent' | 'playing' | 'failed'
}

/** A sound on its way out. */
export interface Tone {
  /** Settles when it has been played to its end. */
  over: Promise<void>
  stop(): void
}

export interface SpeakerTest extends Store<SpeakerTestSnapshot> {
  /** Plays through this speaker, or the system's default; stops a sound that is still playing. */
  play(speakerId: string | null): Promise<void>
  stop(): void
}

/** Lets a person hear their speaker before anybody speaks to them. */
export function createSpeakerTest(deps: { startTone(speakerId: string | null): Promise<Tone> }): SpeakerTest {
  const store = createStore<SpeakerTestSnapshot>({ state: 'silent' })
  let tone: Tone | null = null
  let presses = 0
  function hush(state: SpeakerTestSnapshot['state']): number {
    presses += 1
    tone?.stop()
    tone = null
    store.set({ state })
    return presses
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async play(speakerId) {
      const press = hush('playing')
      try {
        const started = await deps.startTone(speakerId)
        if (press !== presses) return started.stop()
        tone = started
        await started.over
        if (press === presses) hush('silent')
      } catch {
        if (press === presses) hush('failed')
      }
    },
    stop: () => void hush('silent'),
  }
}
