import type { Counters } from './counters.ts'
import { LIMITS } from './protocol.ts'
import { type Kind, Source } from './source.ts'

/** A room's streams, by seat and kind, and the peers in it. It lives while anyone is in it. */
export class Room {
  /** Who is in it; a room only counts them. */
  readonly peers = new Set<object>()
  #sources = new Map<string, Source>()
  #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  /** The source of a seat, made when first named; null beyond the room's seats. */
  source(seat: string, kind: Kind): Source | null {
    const key = `${kind}:${seat}`
    const known = this.#sources.get(key)
    if (known) return known
    if (this.#sources.size >= LIMITS.seatsPerRoom * 2) return null
    const source = new Source(kind, this.#counters)
    this.#sources.set(key, source)
    return source
  }

  tick(nowMs: number): void {
    for (const source of this.#sources.values()) source.tick(nowMs)
  }
}
