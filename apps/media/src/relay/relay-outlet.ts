import type { Counters } from '../counters.ts'
import { beginsKeyframe } from '../packets/keyframe.ts'
import type { Room } from '../room.ts'
import type { Receiver, Source, Stream } from '../source.ts'
import { type Frame, frameHeader, readLinks, TAGS, type Tag, type Wanted } from './frames.ts'

/** Above this backlog the other worker gets no more video until a keyframe; above twice this it gets nothing. */
export const QUEUED_MAX_BYTES = 1_000_000
/** Below this it has caught up, and a keyframe is requested. */
export const CAUGHT_UP_BYTES = 100_000

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

/** How each stream is called on the way. */
const TAGS_OF: Record<Stream, { packet: Tag; report: Tag }> = {
  audio: { packet: TAGS.audio, report: TAGS.audioReport },
  video: { packet: TAGS.video, report: TAGS.videoReport },
  small: { packet: TAGS.small, report: TAGS.smallReport },
}

/**
 * The owner's end of a relay: one more receiver for each stream of a slot, which forwards to another worker. It never
 * waits for that worker.
 */
export class RelayOutlet {
  #deps: OutletDeps
  #receivers = new Map<Stream, { source: Source; receiver: Receiver }>()
  #links: readonly number[] = []
  #isCorked = false
  /** Video streams that are not forwarded until a keyframe. */
  #skipped = new Set<Stream>()

  constructor(deps: OutletDeps) {
    this.#deps = deps
    deps.room.links.add(this)
    for (const stream of ['audio', 'video'] as const) this.#receive(stream)
  }

  #receive(stream: Stream): void {
    const source = this.#deps.room.stream(this.#deps.wanted.slot, stream)
    if (!source || this.#receivers.has(stream)) return
    const tags = TAGS_OF[stream]
    const links = () => this.#links
    const receiver: Receiver = {
      deliver: packet =>
        stream === 'audio' ? this.#give(tags.packet, packet) : this.#deliverPicture(source, packet),
      deliverReport: report => this.#give(tags.report, report),
      get linkBps() {
        return stream === 'video' ? links() : null
      },
    }
    source.receivers.add(receiver)
    this.#receivers.set(stream, { source, receiver })
  }

  #stopReceiving(stream: Stream): void {
    const received = this.#receivers.get(stream)
    received?.source.receivers.delete(received.receiver)
    this.#receivers.delete(stream)
  }

  #deliverPicture(source: Source, packet: Buffer): void {
    const { stream } = source
    const queued = this.#deps.pipe.writableLength
    if (queued > QUEUED_MAX_BYTES) this.#skipped.add(stream)
    if (this.#skipped.has(stream) && queued < CAUGHT_UP_BYTES) {
      if (beginsKeyframe(packet)) this.#skipped.delete(stream)
      else source.wantKeyframe(this.#deps.now())
    }
    if (this.#skipped.has(stream)) this.#deps.counters.relayDrops++
    else this.#give(TAGS_OF[stream].packet, packet)
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

  /** Handles a frame from the other worker. */
  handle({ tag, bytes }: Frame): void {
    const video = this.#receivers.get('video')?.source
    const nowMs = this.#deps.now()
    if (tag === TAGS.keyframe) video?.wantKeyframe(nowMs)
    if (tag === TAGS.smallKeyframe) this.#receivers.get('small')?.source.wantKeyframe(nowMs)
    if (tag === TAGS.needSmall) {
      if (bytes[0] === 1) this.#receive('small')
      else this.#stopReceiving('small')
    }
    if (tag !== TAGS.links) return
    this.#links = readLinks(bytes)
    video?.sendRemb(nowMs)
  }

  close(): void {
    for (const stream of [...this.#receivers.keys()]) this.#stopReceiving(stream)
    this.#deps.room.links.delete(this)
  }
}
