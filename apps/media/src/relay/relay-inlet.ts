import { connect, type Socket } from 'node:net'
import { readRtcp } from '../packets/rtcp.ts'
import type { OpenPeer } from '../protocol.ts'
import type { Room } from '../room.ts'
import type { SmallVideo } from '../sizes/small-video.ts'
import type { Feeder, Kind, Source, Stream } from '../source.ts'
import { type Frame, FrameReader, frameHeader, TAGS, type Tag, type Wanted, writeLinks } from './frames.ts'

const AGAIN_FIRST_MS = 50
const AGAIN_MAX_MS = 250
const KINDS: readonly Kind[] = ['audio', 'video']

interface InletDeps {
  /** Where the owner's worker listens. */
  path: string
  room: Room
  wanted: Wanted
  /** With one size no small video is made: it would raise the limit of the large one. */
  sizes: OpenPeer['sizes']
  capBps: number
  now: () => number
}

/**
 * The other worker's end of a relay: it feeds the room's sources with the packets from the owner's worker. While the
 * link is broken, the viewers keep their connections and the last frame; the worker connects again until `close`.
 */
export class RelayInlet implements Feeder {
  readonly capBps: number
  #deps: InletDeps
  #sources = new Map<Kind, Source>()
  #small: SmallVideo | null
  #socket: Socket | null = null
  #again: NodeJS.Timeout | undefined
  #againMs = AGAIN_FIRST_MS
  #isClosed = false

  constructor(deps: InletDeps) {
    this.#deps = deps
    this.capBps = deps.capBps
    deps.room.links.add(this)
    for (const kind of KINDS) {
      const source = deps.room.source(deps.wanted.slot, kind)
      if (source) this.#sources.set(kind, source)
    }
    this.#small = deps.sizes === 'two' ? deps.room.small(deps.wanted.slot) : null
    this.#dial()
  }

  #dial(): void {
    const socket = connect(this.#deps.path)
    const reader = new FrameReader()
    this.#socket = socket
    socket.on('connect', () => {
      this.#againMs = AGAIN_FIRST_MS
      // Of a new link the first packet counts as a new publisher's: the stream is continued, and a keyframe requested.
      for (const source of this.#sources.values()) source.attach(this)
      this.#small?.attach(this)
      this.#say(TAGS.want, Buffer.from(JSON.stringify(this.#deps.wanted)))
    })
    socket.on('data', piece => {
      for (const frame of reader.read(piece)) this.#handle(frame)
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#lost())
  }

  #lost(): void {
    this.#socket = null
    this.#detach()
    if (this.#isClosed) return
    this.#again = setTimeout(() => this.#dial(), this.#againMs)
    this.#againMs = Math.min(AGAIN_MAX_MS, this.#againMs * 2)
  }

  #detach(): void {
    for (const source of this.#sources.values()) source.detach(this)
    this.#small?.detach(this)
  }

  #handle({ tag, bytes }: Frame): void {
    const nowMs = this.#deps.now()
    if (tag === TAGS.audio) this.#sources.get('audio')?.ingest(bytes, nowMs)
    if (tag === TAGS.video) this.#sources.get('video')?.ingest(bytes, nowMs)
    if (tag === TAGS.small) this.#small?.source.ingest(bytes, nowMs)
    if (tag === TAGS.audioReport) report(this.#sources.get('audio'), bytes, nowMs)
    if (tag === TAGS.videoReport) report(this.#sources.get('video'), bytes, nowMs)
    if (tag === TAGS.smallReport) report(this.#small?.source, bytes, nowMs)
  }

  /**
   * Sends to the owner's worker the feedback that a source sends to a publisher. Requests for lost packets and reports
   * of loss stay here: the link loses nothing, and the owner's worker itself requests lost packets of the publisher.
   */
  sendFeedback(stream: Stream, packet: Buffer): void {
    if (stream === 'audio') return
    const keyframe = stream === 'small' ? TAGS.smallKeyframe : TAGS.keyframe
    for (const feedback of readRtcp(packet)) {
      if (feedback.kind === 'keyframe-request') this.#say(keyframe, Buffer.alloc(0))
      if (feedback.kind === 'bitrate') this.#say(TAGS.links, writeLinks(this.#viewersLinks()))
    }
  }

  wantSmall(isWanted: boolean): void {
    this.#say(TAGS.needSmall, Buffer.from([isWanted ? 1 : 0]))
  }

  #viewersLinks(): number[] {
    return [...(this.#sources.get('video')?.receivers ?? [])].flatMap(receiver => receiver.linkBps ?? [])
  }

  #say(tag: Tag, bytes: Buffer): void {
    this.#socket?.write(Buffer.concat([frameHeader(tag, bytes), bytes]))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#socket?.destroy()
    this.#detach()
    this.#deps.room.links.delete(this)
  }
}

function report(source: Source | null | undefined, bytes: Buffer, nowMs: number): void {
  for (const feedback of readRtcp(bytes))
    if (feedback.kind === 'sender-report') source?.ingestReport(feedback, nowMs)
}
