/** A participant of a LiveKit room without a browser, for tests: sends made-up packets, counts what it receives. */
import { randomInt } from 'node:crypto'
import {
  AddTrackRequest,
  DisconnectReason,
  type ParticipantInfo,
  SessionDescription,
  SignalTarget,
  TrackSource,
  TrackType,
  TrickleRequest,
  UpdateSubscription,
} from '@livekit/protocol'
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import { watchConnection } from '../monitor/connection-watch.ts'
import { Receiver } from '../monitor/receiver.ts'
import { LivekitSignal, type SignalMessage } from '../monitor/signal.ts'
import { guarded } from '../native.ts'
import { PacketSender, type ThinMedia } from './packet-sender.ts'

const AGAIN_AFTER_MS = 300
/** A LiveKit that shares its machine with fifty others who join refuses some at first, though not as unauthorised. */
const REFUSALS_MAX = 60
/**
 * A handshake that is lost is begun again after this time, the next one after twice as long: fifty participants who
 * give up and come again at once on a busy machine keep each other from coming in.
 */
const CONNECTED_WITHIN_MS = 5_000
const CONNECTED_WITHIN_MAX_MS = 20_000
const UNAUTHORISED = 401
const COUNTERS = { callbackErrors: 0 }

export class LivekitClient {
  #address: { url: string; token: string }
  #soundAs: TrackSource
  #signal: LivekitSignal
  #receiver: Receiver | null = null
  #publisher: PeerConnection | null = null
  #early: { candidate: string; mid: string }[] | null = []
  /**
   * Ours wait for the answer: a check that completes before the library stored the answer's fingerprint fails the
   * handshake.
   */
  #held: TrickleRequest[] | null = null
  #keep: unknown[] = []
  #sender: PacketSender | null = null
  #isMuted = false
  #refusals = 0
  #withinMs = CONNECTED_WITHIN_MS
  #stopWatching: (() => void) | null = null
  #isOver = false
  #self = { sid: '', removed: '' }
  #roomWord = ''
  #tracksOfOthers = new Set<string>()
  #connected = Promise.withResolvers<void>()
  #admitted = Promise.withResolvers<void>()
  #ended = Promise.withResolvers<string>()
  packetsReceived = 0
  /** The same for each stream, by its SSRC. */
  readonly packetsByStream = new Map<string, number>()
  /** A token that LiveKit renewed, valid for another join. */
  renewedToken = ''
  readonly transcript: string[] = []
  readonly traces: string[] = []
  readonly ended = this.#ended.promise

  /**
   * `soundAs` is the source under which it sends its sound; a page that somebody altered names another than the
   * microphone.
   */
  constructor(address: { url: string; token: string }, { soundAs = TrackSource.MICROPHONE } = {}) {
    this.#address = address
    this.#soundAs = soundAs
    // A test that only waits for `ended` never awaits this promise; one that awaits it gets the error all the same.
    this.#admitted.promise.catch(() => undefined)
    this.#connected.promise.catch(() => undefined)
    this.#signal = this.#connect()
  }

  /** Resolves when the server let this participant in; rejects when it is turned away. */
  get admitted(): Promise<void> {
    return this.#admitted.promise
  }

  /** Resolves when LiveKit answered the join, whether or not the server has let this participant in. */
  get connected(): Promise<void> {
    return this.#connected.promise
  }

  #connect(): LivekitSignal {
    this.#closeMedia()
    return new LivekitSignal(
      { ...this.#address, receives: 'all' },
      { onMessage: message => this.#handle(message), onLost: status => this.#lost(status) },
    )
  }

  /** A server that went away is joined again, as browsers do; so is one that had no time for us, some times. */
  #lost(status?: number): void {
    if (this.#isOver) return
    const isRefused = this.#self.sid === '' && (status === UNAUTHORISED || ++this.#refusals >= REFUSALS_MAX)
    if (isRefused) this.#over(`refused with ${status ?? 'no answer'} after ${this.#refusals} refusals`)
    else
      setTimeout(() => {
        if (!this.#isOver) this.#signal = this.#connect()
      }, AGAIN_AFTER_MS)
  }

  /** A connection that does not come to stand is made again with a new participation, as browsers do. */
  #broken(): void {
    if (this.#isOver) return
    this.#withinMs = Math.min(2 * this.#withinMs, CONNECTED_WITHIN_MAX_MS)
    this.#signal.close()
    this.#closeMedia()
    this.#lost()
  }

  #over(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#signal.close()
    this.#closeMedia()
    this.#admitted.reject(new Error(reason))
    this.#connected.reject(new Error(reason))
    this.#ended.resolve(reason)
  }

  #handle(message: SignalMessage): void {
    this.transcript.push(
      JSON.stringify(message.value, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
    if (message.case === 'join' && message.value.participant) {
      this.#self.sid = message.value.participant.sid
      this.#connected.resolve()
      this.#handleSelf(message.value.participant)
    }
    if (message.case === 'join') this.#noteTracks(message.value.otherParticipants)
    if (message.case === 'update') {
      const isSelf = ({ sid }: ParticipantInfo) => sid === this.#self.sid
      for (const person of message.value.participants.filter(isSelf)) this.#handleSelf(person)
      this.#noteTracks(message.value.participants.filter(person => !isSelf(person)))
    }
    if (message.case === 'refreshToken') this.renewedToken = message.value
    if (message.case === 'roomUpdate') this.#roomWord = message.value.room?.metadata ?? ''
    if (message.case === 'offer') {
      this.#receiver ??= this.#openReceiver()
      this.#receiver.answer(message.value)
    }
    if (message.case === 'answer') this.#handleAnswer(message.value.sdp)
    if (message.case === 'trickle') this.#handleCandidate(message.value)
    if (message.case === 'leave') this.#over(this.#wordFor(message.value.reason))
  }

  #wordFor(reason: DisconnectReason): string {
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) return 'replaced'
    if (reason === DisconnectReason.ROOM_DELETED) return this.#roomWord
    return this.#self.removed || DisconnectReason[reason] || 'left'
  }

  #handleSelf({ sid, attributes, permission }: ParticipantInfo): void {
    this.#self.removed = attributes.removed ?? ''
    if (attributes.admitted === sid) this.#admitted.resolve()
    if (permission?.canPublish && !this.#publisher) this.#publish()
  }

  #openReceiver(): Receiver {
    return new Receiver({
      signal: this.#signal,
      counters: COUNTERS,
      onPacket: ssrc => {
        this.packetsReceived++
        const stream = String(ssrc)
        this.packetsByStream.set(stream, (this.packetsByStream.get(stream) ?? 0) + 1)
      },
      withinMs: this.#withinMs,
      onBroken: () => this.#broken(),
    })
  }

  #publish(): void {
    const pc = new PeerConnection('publisher', { iceServers: [], forceMediaTransport: true })
    this.#publisher = pc
    this.#stopWatching = watchConnection(pc, {
      counters: COUNTERS,
      withinMs: this.#withinMs,
      onBroken: () => this.#broken(),
    })
    this.#early = []
    this.#held = []
    pc.onLocalCandidate((candidate, sdpMid) => {
      const address = / (\S+ \d+) typ /.exec(candidate)?.[1]
      if (address) this.traces.push(address)
      const candidateInit = JSON.stringify({ candidate: candidate.replace(/^a=/, ''), sdpMid })
      const value = new TrickleRequest({ candidateInit, target: SignalTarget.PUBLISHER })
      if (this.#held) this.#held.push(value)
      else this.#signal.send({ case: 'trickle', value })
    })
    pc.onLocalDescription((sdp, type) => {
      if (type !== 'offer') return
      this.traces.push(...(sdp.match(/(?<=a=(ice-ufrag|ice-pwd|fingerprint):).+/g) ?? []))
      this.#signal.send({ case: 'offer', value: new SessionDescription({ type, sdp }) })
    })
    const sender = new PacketSender()
    const [audio, video] = [new Audio('0', 'SendOnly'), new Video('1', 'SendOnly')]
    audio.addOpusCodec(111)
    video.addVP8Codec(96)
    for (const [media, kind, payloadType] of [
      [audio, 'audio', 111] as const,
      [video, 'video', 96] as const,
    ]) {
      const ssrc = randomInt(1, 0xffffffff)
      media.addSSRC(ssrc, 'test', 'test', kind)
      const track: Track = pc.addTrack(media)
      this.#keep.push(media, track)
      sender.add({ track, ssrc, payloadType, kind })
      const isSound = kind === 'audio'
      const value = new AddTrackRequest({
        cid: kind,
        type: isSound ? TrackType.AUDIO : TrackType.VIDEO,
        source: isSound ? this.#soundAs : TrackSource.CAMERA,
        width: isSound ? 0 : 640,
        height: isSound ? 0 : 360,
      })
      this.#signal.send({ case: 'addTrack', value })
    }
    this.#sender = sender
    if (!this.#isMuted) sender.start()
    pc.setLocalDescription('offer')
  }

  #handleAnswer(sdp: string): void {
    this.#publisher?.setRemoteDescription(sdp, 'answer')
    for (const { candidate, mid } of this.#early ?? []) this.#publisher?.addRemoteCandidate(candidate, mid)
    this.#early = null
    for (const value of this.#held ?? []) this.#signal.send({ case: 'trickle', value })
    this.#held = null
  }

  #handleCandidate({ candidateInit, target }: TrickleRequest): void {
    if (target === SignalTarget.SUBSCRIBER) {
      this.#receiver ??= this.#openReceiver()
      this.#receiver.addCandidate(candidateInit)
      return
    }
    const { candidate, sdpMid } = JSON.parse(candidateInit) as { candidate?: string; sdpMid?: string }
    if (!candidate) return
    const early = { candidate, mid: sdpMid ?? '0' }
    if (this.#early) this.#early.push(early)
    else guarded(COUNTERS, () => this.#publisher?.addRemoteCandidate(early.candidate, early.mid))()
  }

  #noteTracks(others: readonly ParticipantInfo[]): void {
    for (const { tracks } of others) for (const { sid } of tracks) this.#tracksOfOthers.add(sid)
  }

  /** Subscribes to everything that others send, as a modified page would. */
  insist(): void {
    const value = new UpdateSubscription({ trackSids: [...this.#tracksOfOthers], subscribe: true })
    this.#signal.send({ case: 'subscription', value })
  }

  /** Sends although nobody allowed it, as a page that somebody altered would. */
  publishWithoutRequest(): void {
    this.#publish()
  }

  /** Stops sending, as an unplugged camera and microphone would. */
  mute(): void {
    this.#isMuted = true
    this.#sender?.stop()
  }

  unmute(): void {
    this.#isMuted = false
    this.#sender?.start()
  }

  /** Sends sound alone from now on, or one key frame at a time, as a page that somebody altered would. */
  sendOnly(what: ThinMedia): void {
    this.#sender?.sendOnly(what)
  }

  #closeMedia(): void {
    this.#stopWatching?.()
    this.#sender?.stop()
    this.#receiver?.close()
    this.#publisher?.close()
    this.#receiver = this.#publisher = this.#sender = null
  }

  leave(): void {
    if (!this.#isOver) this.#signal.leave()
    this.#over('left')
  }
}
