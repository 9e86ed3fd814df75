import type { LocalMediaSnapshot } from '../devices/local-media.ts'

const key = (slug: string) => `joined:${slug}`

/** A reload takes seconds; a tab that was closed and reopened, or copied, needs a new press. */
const BACK_WITHIN_MS = 2 * 60_000

export type Switches = Pick<LocalMediaSnapshot, 'camera' | 'microphone'>

interface Joined extends Switches {
  /** When this tab was last in the call. */
  atMs: number
}

function read(slug: string): Joined | null {
  try {
    const { atMs, camera, microphone } = JSON.parse(sessionStorage.getItem(key(slug)) ?? '') as Joined
    const isRecent = Math.abs(Date.now() - atMs) < BACK_WITHIN_MS
    return isRecent ? { atMs, camera, microphone } : null
  } catch {
    // A browser without storage, or text that is no JSON: the page begins as new.
    return null
  }
}

/** Remembers in this tab that its person has joined, and the switches, so that a reload in a call returns at once. */
export function rememberJoined(slug: string, { camera, microphone }: Switches): void {
  try {
    const joined: Joined = { atMs: Date.now(), camera, microphone }
    sessionStorage.setItem(key(slug), JSON.stringify(joined))
  } catch {
    // Private modes may refuse: a reload passes through the green room again.
  }
}

/** Whether something is remembered of this call, however long ago. */
export function hasJoined(slug: string): boolean {
  try {
    return sessionStorage.getItem(key(slug)) !== null
  } catch {
    // A browser without storage knows no earlier call.
    return false
  }
}

/** Forgets it when the person leaves deliberately. */
export function clearJoined(slug: string): void {
  try {
    sessionStorage.removeItem(key(slug))
  } catch {
    // Nothing was remembered then.
  }
}

/** Whether this tab returns to the call at once or through the green room. */
export function entryOf(slug: string): 'green-room' | 'at-once' {
  return read(slug) === null ? 'green-room' : 'at-once'
}

/** The switches when this tab was in the call a moment ago. */
export function switchesBefore(slug: string): Partial<Switches> {
  const before = read(slug)
  return before ? { camera: before.camera, microphone: before.microphone } : {}
}
