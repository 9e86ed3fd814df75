import { PeerConnection, type RtcConfig } from 'node-datachannel'
import { Arrivals } from './arrivals.ts'
import type { Counters } from './counters.ts'
import { Flow } from './flow.ts'
import { FeedbackBudget, InboundBudget } from './inbound-budget.ts'
import { guarded, Sender } from './native.ts'
import { Received } from './packets/received.ts'
import { readRtcp } from './packets/rtcp.ts'
import { hasPayload, isRtcp, readAndClearExtension16 } from './packets/rtp.ts'
import { acceptableAnswer, announce, completeOffer, TRANSPORT_WIDE_ID } from './packets/sdp.ts'
import { TransportFeedbackLog } from './packets/transport-feedback.ts'
import { LIMITS, type OpenPeer, type Report, STALL_AFTER_MS } from './protocol.ts'
import type { Occupant, Room } from './room.ts'
import { Sight, type SightAccount } from './sight/sight.ts'
import { SizedSubscription } from './sizes/sized-subscription.ts'
import { SMALL_MAX_BPS } from './sizes/small-video.ts'
import type { Feeder, Kind, Source, Stream } from './source.ts'
import { type Subscribed, Subscription, type SubscriptionDeps } from './subscription.ts'
import { addInbound, addOutbound, type HeldTrack } from './tracks.ts'

const KINDS: readonly Kind[] = ['audio', 'video']
const FEEDBACK_EVERY_MS = 50

export interface PeerDeps {
  config: RtcConfig
  publicIps: readonly string[]
  counters: Counters
  now: () => number
  report: (report: Report) => void
  /** The unpaid media of this peer's person so far, if it has a limit. */
  account: SightAccount | null
  /** Called exactly once, when the peer is no more. */
  onClosed: (peer: Peer, reason: string) => void
}

/** One participant's connection: fixed m-lines offered once by this side, never renegotiated. */
export class Peer implements Feeder, Occupant {
  readonly spec: OpenPeer
  readonly room: Room
  readonly capBps: number
  #deps: PeerDeps
  #pc: PeerConnection
  #held: HeldTrack[] = []
  #inbound = new Map<Stream, { sender: Sender; source: Source }>()
  #subscriptions: Subscribed[] = []
  #sized: SizedSubscription[] = []
  #flow = new Flow()
  #arrivals = new Arrivals()
  /** Packets that make no flow yet: otherwise a person who sends one now and then would be seen and not count. */
  #early: { kind: Kind; packet: Buffer }[] = []
  #sight: Sight | null
  #silentAtEndMs: number | null = null
  #budget: InboundBudget
  #smallBudget: InboundBudget
  #feedbackBudget: FeedbackBudget
  #feedback = new TransportFeedbackLog()
  #feedbackMs = 0
  #keptCandidates: { candidate: string; mid: string }[] | null = []
  #state: 'offering' | 'answered' | 'connected' | 'closed' = 'offering'
  #openedMs: number
  #received: Received
  #keyframesRequested = { count: 0, minute: 0 }
  #isEarly: boolean
  /** Muted by the owner of an event: the worker accepts the audio and does not forward it. */
  isMuted: boolean

  /** Throws where the native library opens no connection; nothing of it is left then. */
  constructor(deps: PeerDeps, spec: OpenPeer, room: Room) {
    this.#deps = deps
    this.spec = spec
    this.room = room
    this.capBps = spec.maxKbps * 1000
    this.#isEarly = spec.isEarly
    this.isMuted = spec.isMuted
    this.#openedMs = deps.now()
    this.#received = new Received(this.#openedMs)
    this.#budget = new InboundBudget(this.capBps, this.#openedMs)
    this.#smallBudget = new InboundBudget(SMALL_MAX_BPS, this.#openedMs)
    this.#feedbackBudget = new FeedbackBudget(this.#openedMs)
    this.#sight = this.#sightOf(deps.account)
    this.#pc = new PeerConnection(spec.peer, deps.config)
    try {
      this.#listen()
      this.#addPublishing()
      this.#addSeen()
      this.#pc.setLocalDescription('offer')
    } catch (error) {
      this.#state = 'closed'
      this.#release()
      throw error
    }
  }

  get isLive(): boolean {
    return this.#flow.isLive
  }

  /** Of one that has left, how long it was silent then. */
  get silentMs(): number | null {
    return this.#state === 'closed' ? this.#silentAtEndMs : this.#flow.silentMs(this.#deps.now())
  }

  #sightOf(account: SightAccount | null): Sight | null {
    const [seen] = this.spec.see
    if (!account || seen === undefined) return null
    const other = () => this.room.flows.get(seen) ?? null
    return new Sight({ account, own: this.#flow, other, lagMs: 0 })
  }

  checkFlows(nowMs: number): void {
    this.#sight?.update(nowMs)
    if (this.#sight) this.#noteSight()
  }

  #listen(): void {
    const { counters, report } = this.#deps
    const peer = this.spec.peer
    this.#pc.onLocalDescription(
      guarded(counters, (sdp, type) => {
        if (type === 'offer' && this.#state === 'offering')
          report({ type: 'offer', peer, sdp: completeOffer(sdp) })
      }),
    )
    this.#pc.onLocalCandidate(
      guarded(counters, (candidate, mid) => this.#handleLocalCandidate(candidate, mid)),
    )
    this.#pc.onStateChange(guarded(counters, state => this.#handleState(state)))
  }

  #addPublishing(): void {
    const slot = this.spec.publish
    if (slot === null) return
    this.room.flows.set(slot, this.#flow)
    const streams: Stream[] = this.spec.sizes === 'two' ? [...KINDS, 'small'] : [...KINDS]
    for (const stream of streams) {
      const source = this.room.stream(slot, stream)
      if (!source) continue
      const held = addInbound(this.#pc, String(this.#held.length), source.kind)
      this.#held.push(held)
      this.#inbound.set(stream, { sender: new Sender(held.track, this.#deps.counters), source })
      held.track.onMessage(guarded(this.#deps.counters, packet => this.#handleInbound(stream, packet)))
      if (stream === 'small') this.room.small(slot)?.attach(this)
      else source.attach(this)
    }
  }

  #addSeen(): void {
    for (const slot of this.spec.see) {
      for (const kind of KINDS) {
        const source = this.room.source(slot, kind)
        if (!source) continue
        const held = addOutbound(this.#pc, { mid: String(this.#held.length), slot }, source)
        this.#held.push(held)
        const subscription = this.#subscribe(slot, source, held.track)
        this.#subscriptions.push(subscription)
        held.track.onMessage(
          guarded(this.#deps.counters, packet => this.#handleFeedback(subscription, packet)),
        )
        // The library checks each callback whenever it calls any other, so there are no more than needed.
        if (kind === 'video')
          held.track.onOpen(guarded(this.#deps.counters, () => subscription.wantKeyframe()))
      }
    }
  }

  #handleFeedback(subscription: Subscribed, packet: Buffer): void {
    if (isRtcp(packet) && this.#feedbackBudget.spend(packet.length, this.#deps.now()))
      subscription.handleRtcp(packet)
  }

  #subscribe(slot: string, source: Source, track: HeldTrack['track']): Subscribed {
    const { counters, now, report } = this.#deps
    const sight = this.#sight
    const deps: SubscriptionDeps = {
      track,
      source,
      counters,
      now,
      mayReceive: () => !this.#isEarly && (sight?.mayReceive(now()) ?? true),
      onGiven: sight ? nowMs => sight.noteGiven(nowMs) : undefined,
      mayRequestKeyframe: () => this.#mayRequestKeyframe(),
    }
    const small = this.spec.sizes === 'two' && source.kind === 'video' ? this.room.small(slot) : null
    if (!small) return new Subscription(deps)
    const sized: SizedSubscription = new SizedSubscription({
      ...deps,
      small,
      besideBps: nowMs =>
        this.#sized.reduce((sum, other) => sum + (other === sized ? 0 : other.sentBps(nowMs)), 0),
      onSize: size => report({ type: 'size', peer: this.spec.peer, slot, size }),
    })
    this.#sized.push(sized)
    return sized
  }

  /** They wait for the answer: a check that completes before the library has its fingerprint fails the handshake. */
  #handleLocalCandidate(candidate: string, mid: string): void {
    if (this.#keptCandidates) this.#keptCandidates.push({ candidate, mid })
    else this.#reportCandidate(candidate, mid)
  }

  #reportCandidate(candidate: string, mid: string): void {
    const { publicIps, report } = this.#deps
    const announced = publicIps.length === 0 ? [candidate] : publicIps.map(ip => announce(candidate, ip))
    for (const line of new Set(announced))
      report({ type: 'candidate', peer: this.spec.peer, candidate: line, mid })
  }

  #handleState(state: string): void {
    if (this.#state === 'closed') return
    if (state === 'connected') {
      this.#state = 'connected'
      this.wantKeyframes()
    }
    if (state === 'failed') {
      if (this.#state !== 'connected') this.#deps.counters.handshakeFailures++
      this.close('failed')
    } else if (state === 'closed') this.close('closed')
    else if (state === 'connected' || state === 'disconnected')
      this.#deps.report({ type: 'state', peer: this.spec.peer, state })
  }

  /** Applies the client's answer and lets the candidates go; a bad or second answer closes the peer. */
  handleAnswer(sdp: string): void {
    const answer = acceptableAnswer(sdp, this.#held.length)
    if (this.#state !== 'offering' || answer === null || this.#pc.signalingState() !== 'have-local-offer') {
      this.close('bad-answer')
      return
    }
    try {
      this.#pc.setRemoteDescription(answer, 'answer')
    } catch {
      this.close('bad-answer')
      return
    }
    this.#state = 'answered'
    const kept = this.#keptCandidates ?? []
    this.#keptCandidates = null
    for (const { candidate, mid } of kept) this.#reportCandidate(candidate, mid)
  }

  #handleInbound(stream: Stream, packet: Buffer): void {
    const inbound = this.#inbound.get(stream)
    // Attack: sending before the turn, to be seen early, or to make time count.
    if (this.#state === 'closed' || this.#isEarly || !inbound) return
    const nowMs = this.#deps.now()
    if (isRtcp(packet)) {
      for (const feedback of readRtcp(packet)) {
        if (feedback.kind === 'sender-report') inbound.source.ingestReport(feedback, nowMs)
      }
      return
    }
    this.#deps.counters.packetsIn++
    this.#deps.counters.bytesIn += packet.length
    if (stream === 'small') this.#handleSmall(inbound.source, packet, nowMs)
    else this.#handleMedia({ kind: stream, packet }, nowMs)
  }

  #handleMedia(arrived: { kind: Kind; packet: Buffer }, nowMs: number): void {
    const { kind, packet } = arrived
    this.#received.note(packet.length)
    if (!this.#budget.spend(packet.length, nowMs)) return
    if (kind === 'video') this.#noteWide(packet, nowMs)
    if (this.#countFlow(arrived, nowMs) === 'live') this.#handOn(arrived, nowMs)
  }

  /** The small size does not prove presence and does not count: not all viewers could see it. */
  #handleSmall(source: Source, packet: Buffer, nowMs: number): void {
    if (!this.#smallBudget.spend(packet.length, nowMs)) return
    this.#noteWide(packet, nowMs)
    if (this.#flow.isLive) source.ingest(packet, nowMs)
  }

  /** Both sizes of a video are numbered in one row, and reported on together. */
  #noteWide(packet: Buffer, nowMs: number): void {
    const wide = readAndClearExtension16(packet, TRANSPORT_WIDE_ID)
    if (wide !== null) this.#feedback.note(wide, nowMs)
  }

  /** Counts a packet that carries media; those that do not make a flow yet wait until they do. */
  #countFlow(arrived: { kind: Kind; packet: Buffer }, nowMs: number): 'live' | 'not-live' {
    const flow = this.#flow
    const mayHaveWaited = this.#arrivals.mayHaveWaited(nowMs)
    // A flow that has not begun may begin by packets that waited: it begins late then, and not early.
    if (hasPayload(arrived.packet) && !(flow.isLive && mayHaveWaited)) {
      if (nowMs - flow.lastPacketMs > STALL_AFTER_MS) this.#early = []
      if (flow.note(nowMs) === 'live') this.#goLive(nowMs)
      else if (!flow.isLive) this.#early.push(arrived)
    }
    return flow.isLive ? 'live' : 'not-live'
  }

  #goLive(nowMs: number): void {
    this.#deps.report({ type: 'flow', peer: this.spec.peer, state: 'live', silentMs: 0 })
    this.room.reportFlows(nowMs)
    const early = this.#early
    this.#early = []
    for (const arrived of early) this.#handOn(arrived, nowMs)
  }

  #handOn({ kind, packet }: { kind: Kind; packet: Buffer }, nowMs: number): void {
    // Attack: a guest whose page does not obey the mute.
    if (kind === 'audio' && this.isMuted) return
    this.#inbound.get(kind)?.source.ingest(packet, nowMs)
  }

  /** Begins their turn: from now on they send and see like everybody in the room. */
  admitEarly(): void {
    if (!this.#isEarly) return
    this.#isEarly = false
    this.#noteSight()
  }

  #noteSight(): void {
    for (const subscription of this.#subscriptions) subscription.noteSight()
  }

  /** Does what has become due. Called every 25 ms. */
  tick(nowMs: number): void {
    this.#arrivals.mayHaveWaited(nowMs)
    const silentMs = this.#flow.check(nowMs)
    if (silentMs !== null) {
      this.#deps.report({ type: 'flow', peer: this.spec.peer, state: 'stalled', silentMs })
      this.room.reportFlows(nowMs)
    }
    this.#sendTransportFeedback(nowMs)
    for (const sized of this.#sized) sized.tick(nowMs)
    this.#reportReceived(this.#received.next(nowMs))
    const ageMs = nowMs - this.#openedMs
    if (this.#state === 'offering' && ageMs > LIMITS.answerDeadlineMs) this.close('no-answer')
    if (this.#state === 'answered' && ageMs > LIMITS.connectDeadlineMs) this.close('no-connection')
  }

  #reportReceived(received: { packets: number; bytes: number } | null): void {
    if (received) this.#deps.report({ type: 'received', peer: this.spec.peer, ...received })
  }

  #sendTransportFeedback(nowMs: number): void {
    const ssrc = this.#inbound.get('video')?.source.inboundSsrc
    if (typeof ssrc !== 'number' || nowMs - this.#feedbackMs < FEEDBACK_EVERY_MS) return
    this.#feedbackMs = nowMs
    const report = this.#feedback.next(ssrc)
    if (report) this.sendFeedback('video', report)
  }

  sendFeedback(stream: Stream, packet: Buffer): void {
    const inbound = this.#inbound.get(stream)
    if (this.#state === 'connected') inbound?.sender.send(packet)
  }

  wantSmall(isWanted: boolean): void {
    const state = isWanted ? 'needed' : 'not-needed'
    this.#deps.report({ type: 'small', peer: this.spec.peer, state })
  }

  wantKeyframes(): void {
    for (const subscription of this.#subscriptions) subscription.wantKeyframe()
  }

  /** A viewer's keyframe requests cost every other viewer bandwidth, so each has a budget a minute. */
  #mayRequestKeyframe(): boolean {
    const minute = Math.floor(this.#deps.now() / 60_000)
    if (this.#keyframesRequested.minute !== minute) this.#keyframesRequested = { count: 0, minute }
    this.#keyframesRequested.count++
    return this.#keyframesRequested.count <= LIMITS.keyframeRequestsPerMinute
  }

  /** Requests keyframes for the client, within its budget. */
  requestKeyframes(): void {
    if (this.#isEarly || !this.#mayRequestKeyframe()) return
    if (this.#sight && !this.#flow.isLive)
      for (const subscription of this.#subscriptions) subscription.expectSight()
    else this.wantKeyframes()
  }

  close(reason: string): void {
    if (this.#state === 'closed') return
    const nowMs = this.#deps.now()
    this.#silentAtEndMs = this.#flow.silentMs(nowMs)
    this.#state = 'closed'
    this.#flow.end()
    // Before the report that the peer is closed: the server ignores any later report about it.
    this.#reportReceived(this.#received.rest())
    this.room.reportFlows(nowMs)
    this.#release()
    this.#deps.onClosed(this, reason)
  }

  /** Takes this peer out of the room's streams, and closes what the native library has of it. */
  #release(): void {
    for (const subscription of this.#subscriptions) subscription.close()
    for (const { source } of this.#inbound.values()) source.detach(this)
    if (this.spec.publish !== null && this.spec.sizes === 'two')
      this.room.small(this.spec.publish)?.detach(this)
    // A track keeps its callbacks, and through them this peer, until it is closed itself.
    for (const { track } of this.#held) guarded(this.#deps.counters, () => track.close())()
    guarded(this.#deps.counters, () => this.#pc.close())()
  }
}
