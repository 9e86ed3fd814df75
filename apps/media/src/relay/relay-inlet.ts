import { connect, type Socket } from 'node:net'
import { readRtcp } from '../packets/rtcp.ts'
import type { Room } from '../room.ts'
import type { Feeder, Kind, Source } from '../source.ts'
import { type Frame, FrameReader, frameHeader, TAGS, type Tag, type Wanted, writeLinks } from './frames.ts'

const AGAIN_FIRST_MS = 50
const AGAIN_MAX_MS = 250
const KINDS: readonly Kind[] = ['audio', 'video']

interface InletDeps {
  /** Where the owner's worker listens. */
  path: string
  room: Room
  wanted: Wanted
  capBps: number
  now: () => number
}

/**
 * The other worker's end of a relay: feeds the room's sources with what the owner's worker hands on. While the link is broken the viewers
 * keep their connections and the last picture; it is made again until `close`.
 */
export class RelayInlet implements Feeder {
  readonly capBps: number
  #deps: InletDeps
  #sources = new Map<Kind, Source>()
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
    this.#dial()
  }

  #dial(): void {
    const socket = connect(this.#deps.path)
    const reader = new FrameReader()
    this.#socket = socket
    socket.on('connect', () => {
      this.#againMs = AGAIN_FIRST_MS
      // Of a new link the first packet counts as a new publisher's: the stream is continued, and a keyframe asked for.
      for (const source of this.#sources.values()) source.attach(this)
      this.#say(TAGS.want, Buffer.from(JSON.stringify(this.#deps.wanted)))
    })
    socket.on('data', piece => {
      for (const frame of reader.read(piece)) this.#take(frame)
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#lost())
  }

  #lost(): void {
    this.#socket = null
    for (const source of this.#sources.values()) source.detach(this)
    if (this.#isClosed) return
    this.#again = setTimeout(() => this.#dial(), this.#againMs)
    this.#againMs = Math.min(AGAIN_MAX_MS, this.#againMs * 2)
  }

  #take({ tag, bytes }: Frame): void {
    const nowMs = this.#deps.now()
    if (tag === TAGS.audio) this.#sources.get('audio')?.ingest(bytes, nowMs)
    if (tag === TAGS.video) this.#sources.get('video')?.ingest(bytes, nowMs)
    if (tag === TAGS.audioReport) this.#report('audio', bytes, nowMs)
    if (tag === TAGS.videoReport) this.#report('video', bytes, nowMs)
  }

  #report(kind: Kind, bytes: Buffer, nowMs: number): void {
    for (const feedback of readRtcp(bytes))
      if (feedback.kind === 'sender-report') this.#sources.get(kind)?.ingestReport(feedback, nowMs)
  }

  /**
   * Says to the owner's worker what the source would say to a publisher. Requests for lost packets and reports of loss stay here: nothing
   * is lost on the way from the other worker, which itself asks the publisher for what is missing.
   */
  sendFeedback(kind: Kind, packet: Buffer): void {
    if (kind !== 'video') return
    for (const feedback of readRtcp(packet)) {
      if (feedback.kind === 'keyframe-request') this.#say(TAGS.keyframe, Buffer.alloc(0))
      if (feedback.kind === 'bitrate') this.#say(TAGS.links, writeLinks(this.#viewersLinks()))
    }
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
    for (const source of this.#sources.values()) source.detach(this)
    this.#deps.room.links.delete(this)
  }
}
