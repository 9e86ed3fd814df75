import { CHAT_LINES_SHOWN, HOUR_MS } from '@parley/contract'

/** As long as the lines themselves are kept. */
const REMEMBERED_MS = 3 * HOUR_MS
/** Writes of all rooms; the oldest is forgotten first. */
const WRITES_MAX = 5_000

interface Write {
  roomId: string
  store(): Promise<void>
}

interface Removed {
  ids: string[]
  atMs: number
}

/**
 * What other processes may not know of the chats after an outage: writes that reached this process alone, and the lines
 * that it removed, also if it could be reached and another process could not.
 */
export class UnsharedNotes {
  #writes = new Map<string, Write>()
  #removed = new Map<string, Removed>()

  /** A later write of the same thing replaces the earlier one. */
  add(thing: string, write: Write): void {
    this.drop(write.roomId, thing)
    this.#writes.set(`${write.roomId} ${thing}`, write)
    for (const oldest of this.#writes.keys()) {
      if (this.#writes.size <= WRITES_MAX) break
      this.#writes.delete(oldest)
    }
  }

  drop(roomId: string, thing: string): void {
    this.#writes.delete(`${roomId} ${thing}`)
  }

  addRemoved(roomId: string, ids: readonly string[]): void {
    const nowMs = performance.now()
    for (const [each, { atMs }] of this.#removed) if (atMs < nowMs - REMEMBERED_MS) this.#removed.delete(each)
    const known = this.#removed.get(roomId)?.ids ?? []
    // A page shows no more lines.
    this.#removed.set(roomId, { ids: [...known, ...ids].slice(-CHAT_LINES_SHOWN), atMs: nowMs })
  }

  /** The lines that this process removed, by room. */
  removed(): [string, string[]][] {
    return [...this.#removed].map(([roomId, { ids }]) => [roomId, ids])
  }

  /** Stores the writes where all processes read them; returns the rooms. What fails is kept. */
  async store(): Promise<Set<string>> {
    const rooms = new Set<string>()
    for (const [key, write] of [...this.#writes]) {
      this.#writes.delete(key)
      // Adds itself again if it is still not shared.
      await write.store()
      rooms.add(write.roomId)
    }
    return rooms
  }

  forget(roomId: string): void {
    this.#removed.delete(roomId)
    for (const [key, write] of this.#writes) if (write.roomId === roomId) this.#writes.delete(key)
  }
}
