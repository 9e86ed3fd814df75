import type { Counters } from '../counters.ts'
import { beginsKeyframe } from '../packets/keyframe.ts'
import type { Room } from '../room.ts'
import type { Kind, Receiver, Source } from '../source.ts'
import { type Frame, frameHeader, readLinks, TAGS, type Tag, type Wanted } from './frames.ts'

/** Beyond this the other worker does not keep up, and gets no more video until a keyframe; beyond twice this nothing. */
export const QUEUED_MAX_BYTES = 1_000_000
/** Below this it has caught up, and a keyframe is asked for. */
export const CAUGHT_UP_BYTES = 100_000

const KINDS: readonly Kind[] = ['audio', 'video']

/** The stream to the other worker, as far as the outlet needs it. */
export interface Pipe {
  /** What was written and has not left yet. */
  readonly writableLength: number
  write(bytes: Buffer): boolean
  cork(): void
  uncork(): void
}

interface OutletDeps {
  pipe: Pipe
  room: Room
  wanted: Wanted
  counters: Counters
  now: () => number
}

/** The owner's end of a relay: for each stream of a slot one more receiver, which hands on to another worker. It never waits for that worker. */
export class RelayOutlet {
  #deps: OutletDeps
  #receivers: { source: Source; receiver: Receiver }[] = []
  #links: readonly number[] = []
  #isCorked = false
  #skipsVideo = false

  constructor(deps: OutletDeps) {
    this.#deps = deps
    deps.room.links.add(this)
    for (const kind of KINDS) {
      const source = deps.room.source(deps.wanted.slot, kind)
      if (source) this.#receive(kind, source)
    }
  }

  #receive(kind: Kind, source: Source): void {
    const isVideo = kind === 'video'
    const links = () => this.#links
    const receiver: Receiver = {
      deliver: packet => (isVideo ? this.#deliverVideo(packet, source) : this.#give(TAGS.audio, packet)),
      deliverReport: report => this.#give(isVideo ? TAGS.videoReport : TAGS.audioReport, report),
      get linkBps() {
        return isVideo ? links() : null
      },
    }
    source.receivers.add(receiver)
    this.#receivers.push({ source, receiver })
  }

  #deliverVideo(packet: Buffer, source: Source): void {
    const queued = this.#deps.pipe.writableLength
    if (queued > QUEUED_MAX_BYTES) this.#skipsVideo = true
    if (this.#skipsVideo && queued < CAUGHT_UP_BYTES) {
      if (beginsKeyframe(packet)) this.#skipsVideo = false
      else source.wantKeyframe(this.#deps.now())
    }
    if (this.#skipsVideo) this.#deps.counters.relayDrops++
    else this.#give(TAGS.video, packet)
  }

  /** Writes a frame; those of one turn leave together. */
  #give(tag: Tag, bytes: Buffer): void {
    const { pipe, counters } = this.#deps
    if (pipe.writableLength > 2 * QUEUED_MAX_BYTES) {
      counters.relayDrops++
      return
    }
    if (!this.#isCorked) {
      this.#isCorked = true
      pipe.cork()
      setImmediate(() => {
        this.#isCorked = false
        pipe.uncork()
      })
    }
    pipe.write(frameHeader(tag, bytes))
    pipe.write(bytes)
    counters.relayedPackets++
  }

  /** Takes what the other worker says. */
  take({ tag, bytes }: Frame): void {
    const video = this.#receivers.find(({ source }) => source.kind === 'video')?.source
    if (tag === TAGS.keyframe) video?.wantKeyframe(this.#deps.now())
    if (tag !== TAGS.links) return
    this.#links = readLinks(bytes)
    video?.sendRemb(this.#deps.now())
  }

  close(): void {
    for (const { source, receiver } of this.#receivers) source.receivers.delete(receiver)
    this.#deps.room.links.delete(this)
  }
}
