import { playNote } from '../devices/speaker-tone.ts'

/** E5, G5 and C6, and a rest: a ring that is told from a message of another app. */
const NOTES_HZ = [659.25, 783.99, 1046.5]
const NOTE_SECONDS = 0.18
const AGAIN_AFTER_MS = 1_500
/** Of full scale: heard from a pocket's distance, and nobody is hurt who wears headphones. */
const LOUDNESS = 0.3
const EDGE_SECONDS = 0.02
const SHAKE_MS = [300, 150, 300]

export interface CallSound {
  /** Called in the press that says Ready: browsers play nothing on a page that nobody has touched. */
  allow(): void
  /** Rings until it is stopped. */
  ring(): void
  /** Once, for a person who comes next. */
  chime(): void
  stop(): void
  close(): void
}

/** Phones put a silent page's sound to sleep; a browser that refuses to wake it leaves the page without sound. */
const wake = (context: AudioContext): Promise<boolean> =>
  context.resume().then(
    () => true,
    () => false,
  )

/** Calls a fan by sound, and by shaking the phone where it can. */
export function createCallSound(): CallSound {
  let context: AudioContext | null = null
  let again: ReturnType<typeof setInterval> | undefined
  let plays = 0

  async function play(notes: readonly number[]): Promise<void> {
    plays += 1
    const own = plays
    if (!context) return
    const isAwake = await wake(context)
    // A context that sleeps stands still: all that was asked of it would sound at once, and far too loud, when it
    // wakes.
    if (!isAwake || own !== plays) return
    for (const [place, hz] of notes.entries()) {
      playNote(context, context.destination, {
        ...{ hz, loudness: LOUDNESS, lengthSeconds: NOTE_SECONDS, edgeSeconds: EDGE_SECONDS },
        fromSeconds: context.currentTime + place * NOTE_SECONDS,
      })
    }
  }
  const stop = () => {
    plays += 1
    clearInterval(again)
  }
  const allow = () => {
    if (typeof AudioContext === 'undefined') return
    context ??= new AudioContext()
    void wake(context)
  }
  return {
    allow,
    ring() {
      stop()
      allow()
      const once = () => {
        void play(NOTES_HZ)
        navigator.vibrate?.(SHAKE_MS)
      }
      once()
      again = setInterval(once, AGAIN_AFTER_MS)
    },
    chime() {
      allow()
      void play(NOTES_HZ.slice(0, 2))
    },
    stop,
    close() {
      stop()
      // It may be closed already.
      void context?.close().catch(() => undefined)
    },
  }
}
