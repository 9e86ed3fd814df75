import type { Counters } from './counters.ts'
import type { Flow } from './flow.ts'
import { LIMITS } from './protocol.ts'
import { SmallVideo } from './sizes/small-video.ts'
import { type Kind, Source, type Stream } from './source.ts'

/** One who is in a room, as the room needs to know them. */
export interface Occupant {
  /** Whose media flows changed. */
  checkFlows(nowMs: number): void
}

/**
 * A room's streams, by slot and kind, and the peers in it. It lives while anyone is in it, here or in a worker that it
 * is linked to.
 */
export class Room {
  readonly peers = new Set<Occupant>()
  /** To and from other workers that have viewers of this room. */
  readonly links = new Set<object>()
  /** Of the publisher who took a slot last. */
  readonly flows = new Map<string, Flow>()
  #sources = new Map<string, Source>()
  #smalls = new Map<string, SmallVideo>()
  #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  /** The source of a slot, made when first named; null beyond the room's slots. */
  source(slot: string, kind: Kind): Source | null {
    const key = `${kind}:${slot}`
    const known = this.#sources.get(key)
    if (known) return known
    if (this.#sources.size >= LIMITS.slotsPerRoom * 2) return null
    const source = new Source(kind, this.#counters)
    this.#sources.set(key, source)
    return source
  }

  /** The small size of a slot's video, made when first named; null beyond the room's slots. */
  small(slot: string): SmallVideo | null {
    const known = this.#smalls.get(slot)
    const large = this.source(slot, 'video')
    if (known || !large) return known ?? null
    const small = new SmallVideo(this.#counters, () => this.links.size > 0)
    large.small = small
    this.#smalls.set(slot, small)
    return small
  }

  /** Where a publisher's stream goes, or whence a viewer's comes. */
  stream(slot: string, stream: Stream): Source | null {
    return stream === 'small' ? (this.small(slot)?.source ?? null) : this.source(slot, stream)
  }

  get isEmpty(): boolean {
    return this.peers.size === 0 && this.links.size === 0
  }

  reportFlows(nowMs: number): void {
    for (const peer of this.peers) peer.checkFlows(nowMs)
  }

  tick(nowMs: number): void {
    for (const source of this.#sources.values()) source.tick(nowMs)
    for (const small of this.#smalls.values()) small.tick(nowMs)
  }
}
