import type { Tone } from './speaker-test.ts'

/** C5 and E5: two notes are told from a click or a hum. */
const NOTES_HZ = [523.25, 659.25]
const NOTE_SECONDS = 0.45
/** Share of full scale: well audible, and comfortable with headphones. */
const LOUDNESS = 0.25
const EDGE_SECONDS = 0.03

export interface Note {
  hz: number
  fromSeconds: number
  lengthSeconds: number
  /** Share of full scale. */
  loudness: number
  /** How long the note swells and fades: one that begins or ends at once clicks. */
  edgeSeconds: number
}

/** Plays one note. */
export function playNote(context: AudioContext, out: AudioNode, note: Note): void {
  const { hz, fromSeconds, loudness, edgeSeconds } = note
  const untilSeconds = fromSeconds + note.lengthSeconds
  const volume = context.createGain()
  volume.gain.setValueAtTime(0, fromSeconds)
  volume.gain.linearRampToValueAtTime(loudness, fromSeconds + edgeSeconds)
  volume.gain.setValueAtTime(loudness, untilSeconds - edgeSeconds)
  volume.gain.linearRampToValueAtTime(0, untilSeconds)
  const voice = context.createOscillator()
  voice.frequency.value = hz
  voice.connect(volume).connect(out)
  voice.start(fromSeconds)
  voice.stop(untilSeconds)
}

/**
 * Plays two notes the way a call's sound goes: through a media element, which is what takes a speaker; fails when it
 * takes none.
 */
export async function startBrowserTone(speakerId: string | null): Promise<Tone> {
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  const speaker = new Audio()
  const stop = () => {
    speaker.pause()
    speaker.srcObject = null
    // It may be closed already.
    void context.close().catch(() => undefined)
  }
  try {
    if ('setSinkId' in speaker) await speaker.setSinkId(speakerId ?? '')
    speaker.srcObject = out.stream
    void context.resume()
    await speaker.play()
  } catch (cause) {
    stop()
    throw cause
  }
  for (const [place, hz] of NOTES_HZ.entries())
    playNote(context, out, {
      ...{ hz, loudness: LOUDNESS, lengthSeconds: NOTE_SECONDS, edgeSeconds: EDGE_SECONDS },
      fromSeconds: context.currentTime + place * NOTE_SECONDS,
    })
  const tookMs = NOTES_HZ.length * NOTE_SECONDS * 1_000
  return { over: new Promise(resolve => setTimeout(resolve, tookMs)), stop }
}
