import type { MediaServerMessage } from '@parley/contract/media-signalling'
import { MediaSocket } from './media-socket.ts'
import { PeerLink } from './peer-link.ts'
import { RemotePublishers } from './remote-publishers.ts'
import { RoomBase } from './room-base.ts'
import { type JoinAddress, JoinRefused } from './video-room.ts'

const WATCH_EVERY_MS = 500
/** The polls for the return of the video must be short, so that its listener is notified at once. */
const WATCH_FOR_RETURN_EVERY_MS = 100
/** A page without a poll for so long stood still: its device slept, or another program was in front of it. */
const STOOD_STILL_MS = 2_500
/** A connection that shows nothing is replaced so often at most: where a device is too slow, another one is as slow. */
const STUCK_SPACING_MS = 10_000
const HANDOVER_CHECK_MS = 50
/** A new connection is shown after this time at the latest, with or without a video. */
const HANDOVER_WITHIN_MS = 1_500
const ATTEMPT_WITHIN_MS = 3_000
/** When the network returns, the old connection mostly recovers too, faster than a new one could be made. */
const COMES_BACK_WITHIN_MS = 500
/** A press takes about 100 ms. The worker keeps a keyframe for 250 ms for a person who is about to see it. */
const ANTICIPATED_FOR_MS = 250
/** A person whose turn has begun, and who has not entered after this time, joins again. */
const BEGINS_WITHIN_MS = 1_000

/** A room of the embedded video provider. */
export class EmbeddedRoom extends RoomBase {
  #socket: MediaSocket | null = null
  /** The connection on screen, and the one that will replace it. */
  #link: PeerLink | null = null
  #next: PeerLink | null = null
  #publishers = new RemotePublishers()
  /**
   * The connection was made before the turn, which the server has begun or not; null where it was not, or is in use.
   */
  #early: 'waiting' | 'begun' | null = null
  #attempts = 0
  /** Whether this page was last given something to send. */
  #sent = false
  #anticipatedMs = Number.NEGATIVE_INFINITY
  #stuckMs = Number.NEGATIVE_INFINITY
  #watchedMs = Number.POSITIVE_INFINITY

  prepare(early: JoinAddress): void {
    if (this.status !== 'idle' || this.#early) return
    this.#early = 'waiting'
    this.#socket = new MediaSocket(early, {
      onMessage: message => this.#handle(message),
      onLost: () => (this.#early ? this.#dropEarly() : this.#lostSocket()),
    })
  }

  /** The prepared connection cannot be used: the room is joined normally, now or when `connect` is called. */
  #dropEarly(): void {
    if (!this.#early) return
    this.#early = null
    this.cancel('attempt')
    this.#socket?.close()
    for (const link of [this.#link, this.#next]) link?.close()
    this.#socket = this.#link = this.#next = null
    this.#publishers.vacate()
    if (this.status === 'connecting') void this.#openSocket()
  }

  /** The turn begins, for this page and for the server: the waiting connection becomes the call's. */
  #begin(): void {
    this.#early = null
    this.cancel('attempt')
    this.localChanged()
    if (this.#link) this.connected(this.#publishers.list())
    else this.#giveTime(() => this.#openSocket())
  }

  protected open(): void {
    this.#watch()
    const { beginsWithinMs = BEGINS_WITHIN_MS } = this.options
    if (this.#early === 'begun') this.#begin()
    else if (this.#early) this.later('attempt', beginsWithinMs, () => this.#dropEarly())
    else void this.#openSocket()
  }

  async #openSocket(): Promise<void> {
    const attempt = ++this.#attempts
    try {
      const address = await this.options.join()
      if (this.isOver || attempt !== this.#attempts) return
      this.#socket?.close()
      this.#socket = new MediaSocket(address, {
        onMessage: message => this.#handle(message),
        onLost: () => this.#lostSocket(),
      })
      this.#publishers.vacate()
      this.#giveTime(() => this.#openSocket())
    } catch (cause) {
      if (cause instanceof JoinRefused) this.end('refused')
      else if (attempt === this.#attempts) this.retryLater(() => this.#openSocket())
    }
  }

  #lostSocket(): void {
    this.#socket = null
    this.retryLater(() => this.#openSocket())
  }

  /** Gives an attempt time, then tries `again`. */
  #giveTime(again: () => void, when: 'after an offer' | 'before' = 'before'): void {
    this.later('attempt', ATTEMPT_WITHIN_MS, () => {
      // The server made an offer, and no packet of it got through.
      if (when === 'after an offer') this.foundNoWay(ATTEMPT_WITHIN_MS)
      this.retryLater(again)
    })
  }

  /** The old connection may recover in a pause, which is the only one that continues. */
  protected reconnect(): void {
    this.later('retry', this.#link ? COMES_BACK_WITHIN_MS : 0, () => void this.#openSocket())
  }

  #handle(message: MediaServerMessage): void {
    if (this.isOver) return
    if (this.#early && (message.type === 'media.end' || message.type === 'media.restart')) {
      this.#dropEarly()
      return
    }
    if (message.type === 'media.begin' && this.#early) {
      this.#early = 'begun'
      if (this.status === 'connecting') this.#begin()
    }
    if (message.type === 'media.end') this.end(message.reason)
    if (message.type === 'media.offer') this.#handleOffer(message)
    if (message.type === 'media.restart') this.#rejoin()
    if (message.type === 'media.small') this.#linkOf(message)?.sendSmall(message.state)
    if (message.type === 'media.candidate') {
      this.#linkOf(message)?.addCandidate({
        candidate: message.candidate.replace(/^a=/, ''),
        sdpMid: message.mid,
      })
    }
    if (message.type === 'media.peer') {
      this.#publishers.handle(message)
      if (!this.#early) this.update({ remote: this.#publishers.list() })
    }
  }

  #linkOf({ generation }: { generation: number }): PeerLink | undefined {
    return [this.#next, this.#link].find(link => link?.generation === generation) ?? undefined
  }

  #rejoin(): void {
    if (this.status === 'connected') this.update({ status: 'reconnecting' })
    this.#socket?.send({ type: 'media.rejoin' })
    this.#giveTime(() => this.#openSocket())
  }

  /**
   * The connection on screen receives nothing. A new one is requested only once the server answers: a message into a
   * dead network arrives late, and would end the recovered connection.
   */
  #silent(link: PeerLink): void {
    if (this.status !== 'connected') return
    this.update({ status: 'reconnecting', quality: 'lost' })
    this.#socket?.onceAnswered(() => this.later('retry', COMES_BACK_WITHIN_MS, () => this.#replace(link)))
    this.#giveTime(() => this.#openSocket())
  }

  #replace(link: PeerLink): void {
    if (this.status === 'reconnecting' && link === this.#link && !this.#next) this.#rejoin()
  }

  /** The connection on screen receives media again: no other one will replace it. */
  #resume(): void {
    if (this.status !== 'reconnecting' || this.#next || !this.#socket) return
    for (const timer of ['attempt', 'retry'] as const) this.cancel(timer)
    this.#attempts++
    this.connected()
  }

  #handleOffer(offer: Extract<MediaServerMessage, { type: 'media.offer' }>): void {
    this.cancel('retry')
    this.#next?.close()
    const link: PeerLink = new PeerLink(offer, {
      onAnswer: sdp => this.#socket?.send({ type: 'media.answer', generation: offer.generation, sdp }),
      onConnected: () => this.#connected(link),
      onLost: () => this.#lost(link),
    })
    this.#next = link
    if (!this.#early) this.#giveTime(() => this.#rejoin(), 'after an offer')
    link.start(offer.sdp, this.local.stream).catch(() => this.#lost(link))
  }

  #connected(link: PeerLink): void {
    if (link === this.#link) {
      this.#socket?.send({ type: 'media.keyframe' })
      this.#resume()
      return
    }
    if (link !== this.#next) return
    if (!this.#early) this.cancel('attempt')
    const deadlineMs = performance.now() + (this.#link ? HANDOVER_WITHIN_MS : 0)
    void this.#handOver(link, deadlineMs)
  }

  /** Keeps the last frame of the old connection until the new one has a video. */
  async #handOver(link: PeerLink, deadlineMs: number): Promise<void> {
    const { framesDecoded } = await link.received()
    if (link !== this.#next) return
    if (framesDecoded === 0 && performance.now() < deadlineMs) {
      this.later('handover', HANDOVER_CHECK_MS, () => void this.#handOver(link, deadlineMs))
      return
    }
    this.#link?.close()
    this.#link = link
    this.#next = null
    this.#publishers.show(link.tracks)
    if (this.#early) this.backoff.reset()
    else this.connected(this.#publishers.list())
  }

  #lost(link: PeerLink): void {
    if (this.isOver) return
    if (this.#early) this.#dropEarly()
    else if (link === this.#next) this.retryLater(() => this.#rejoin())
    else if (link === this.#link && !this.#next) this.#silent(link)
  }

  /** Whether media of another person should arrive; in a call a person who sends nothing receives nothing. */
  get #expected(): 'expected' | 'not-expected' {
    const { stream } = this.local
    const sends = stream === null || stream.getTracks().some(track => track.readyState === 'live')
    return sends && this.#publishers.list().some(({ flowing }) => flowing) ? 'expected' : 'not-expected'
  }

  #watch(): void {
    const isAway = this.#link !== null && this.status === 'reconnecting'
    this.later(
      'watch',
      isAway || this.#link?.watch.isBehind ? WATCH_FOR_RETURN_EVERY_MS : WATCH_EVERY_MS,
      () => {
        this.#watch()
        const nowMs = performance.now()
        const stoodStill = nowMs - this.#watchedMs > STOOD_STILL_MS
        this.#watchedMs = nowMs
        if (stoodStill && this.status === 'connected' && !this.#next) this.#stuck()
        else void this.#checkFlow()
      },
    )
  }

  async #checkFlow(): Promise<void> {
    const link = this.#link
    if (!link) return
    const verdict = link.watch.handle(await link.received(), this.#expected, performance.now())
    if (link !== this.#link || this.isOver) return
    if (verdict === 'heard') this.#resume()
    if (this.status !== 'connected') return
    if (link.watch.quality !== this.getSnapshot().quality) this.update({ quality: link.watch.quality })
    if (verdict === 'silent' && !this.#next) this.#silent(link)
    if (verdict === 'stuck' && !this.#next) this.#stuck()
  }

  /**
   * Frames arrive and the browser shows none, or soon will: a page or a network that stood still for some seconds gets
   * the packets of before late, and Chromium holds back later frames for up to three seconds, because it expects such
   * delays again. A new connection has no such past.
   */
  #stuck(): void {
    const nowMs = performance.now()
    if (document.visibilityState === 'hidden' || nowMs - this.#stuckMs < STUCK_SPACING_MS) return
    this.#stuckMs = nowMs
    this.#rejoin()
  }

  anticipate(): void {
    if (this.#sent || this.#early || performance.now() - this.#anticipatedMs < ANTICIPATED_FOR_MS) return
    this.#anticipatedMs = performance.now()
    this.#socket?.send({ type: 'media.keyframe' })
  }

  protected localChanged(): void {
    const { stream } = this.local
    const sends = (stream?.getTracks().length ?? 0) > 0
    // The other person's keyframe is on its way while the first packets of this page are.
    if (sends) this.anticipate()
    this.#sent = sends
    for (const link of [this.#link, this.#next]) link?.setLocalStream(stream).catch(() => this.#rejoin())
  }

  override leave(): void {
    this.#socket?.send({ type: 'media.leave' })
    super.leave()
  }

  protected close(): void {
    this.#socket?.close()
    this.#link?.close()
    this.#next?.close()
    this.#link = this.#next = null
    this.#publishers.clear()
  }

  async stats(): Promise<RTCStatsReport | null> {
    return (await this.#link?.stats()) ?? null
  }
}
