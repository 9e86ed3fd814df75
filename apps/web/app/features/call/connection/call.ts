import type { CallStats, ClientMessage } from '@parley/contract/calls'
import { READY_DELAY_MS } from '@parley/contract/constants'
import type { CallFigures } from '@parley/contract/in-call/call-opinion'
import { createStore, type Store } from '../../../store/store.ts'
import { type JoinAddress, JoinRefused, type VideoRoom, type VideoRoomOptions } from '../../../video/index.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import type { MicLevel } from '../devices/mic-level.ts'
import type { PlaceholderMedia } from '../devices/placeholder-media.ts'
import type { CallClock } from './call-clock.ts'
import { CallFigureKeeper } from './call-figures.ts'
import { type CallFacts, type CallSnapshot, newCall, nextCall } from './call-state.ts'
import { OneWayDelay } from './one-way-delay.ts'
import { PresenceEnded, type PresenceSnapshot } from './presence-socket.ts'

/** The presence socket as a call uses it. */
export interface Presence extends Store<PresenceSnapshot> {
  open(): void
  close(): void
  send(message: ClientMessage): void
  nextTicket(): Promise<JoinAddress>
  /** The stored ticket is invalid: asks for another one. */
  dropTicket(): void
}

export interface CallDeps {
  other: { username: string; isInfluencer: boolean }
  connectPresence(onStats: (stats: CallStats) => void): Presence
  createRoom(options: VideoRoomOptions): VideoRoom
  clock: CallClock
  media: Pick<LocalMedia, 'subscribe' | 'getSnapshot' | 'start' | 'stop'>
  mic: Pick<MicLevel, 'listen' | 'stop'>
  /** What to send for a person without camera and microphone. */
  createPlaceholderMedia(): PlaceholderMedia
  /** Sent from the green room: nothing. */
  emptyStream: MediaStream
  /** Viewers of an event only watch, unless they are on its stage. */
  role: 'party' | 'viewer'
  /** At an event: its owner's id. */
  ownerId?: string
  /** A party waits in the green room until `join`, unless they were in this call a moment ago. */
  entry: 'green-room' | 'at-once'
  /** From the first ticket for the room until it is joined; a turn of a queue begins at once. */
  readyDelayMs?: number
}

/** A room that the server closed during the call is joined again; the message about the end comes first. */
const REJOIN_FIRST_MS = 300
const REJOIN_MAX_MS = 4_000

/** One person's side of one call: presence, video, devices and clock together, from loading to the end. */
export class Call implements Store<CallSnapshot> {
  readonly clock: CallDeps['clock']
  #deps: CallDeps
  #presence: Presence
  #store
  #room: VideoRoom | null = null
  #unsubscribe: (() => void)[] = []
  #leaveRoomListener: (() => void) | null = null
  #ready: ReturnType<typeof setTimeout> | undefined
  #rejoin: ReturnType<typeof setTimeout> | undefined
  #rejoinMs = REJOIN_FIRST_MS
  #placeholder: PlaceholderMedia | null = null
  #oneWayDelay = new OneWayDelay()
  #figures = new CallFigureKeeper()
  /** The tracks that the room last got to send. */
  #sent: MediaStream | null = null
  /** For a viewer on the stage: their tracks. */
  #guestMedia: CallDeps['media'] | null = null
  #isReady = false
  #hasJoined: boolean
  #isLeft = false

  constructor(deps: CallDeps) {
    this.#deps = deps
    this.#hasJoined = deps.entry === 'at-once'
    this.clock = deps.clock
    this.#presence = deps.connectPresence(stats => this.#handleStats(stats))
    this.#store = createStore<CallSnapshot>(newCall(deps.other))
  }

  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)
  getSnapshot = (): CallSnapshot => this.#store.getSnapshot()

  start(): void {
    const { clock, media } = this.#deps
    this.#unsubscribe = [
      clock.subscribe(() => this.#observe()),
      media.subscribe(() => this.#handleMedia()),
      this.#presence.subscribe(() => this.#observe()),
    ]
    void media.start()
    this.#presence.open()
    // The socket of a line is already open, so it does not report the opening.
    this.#observe()
  }

  /** Leaves the green room: from now on the other person sees and hears this one, and paid time can run. */
  join(): void {
    if (this.#isLeft || this.#hasJoined) return
    this.#hasJoined = true
    this.#handleMedia()
    this.#observe()
  }

  /** The press of Join begins: the other person's video is requested while the button is held. */
  anticipate(): void {
    if (!this.#isLeft && !this.#hasJoined) this.#room?.anticipate()
  }

  get #media(): CallDeps['media'] {
    return this.#guestMedia ?? this.#deps.media
  }

  get #isViewer(): boolean {
    return this.#deps.role === 'viewer' && this.#guestMedia === null
  }

  /** A viewer comes on the stage: from now on everybody sees and hears them. */
  stepUp(media: CallDeps['media']): void {
    if (this.#isLeft || !this.#isViewer) return
    this.#guestMedia = media
    this.#unsubscribe.push(media.subscribe(() => this.#handleMedia()))
    this.#joinAnew()
  }

  /** They are a viewer again. */
  stepDown(): void {
    if (this.#isLeft || this.#guestMedia === null) return
    this.#guestMedia = null
    this.#joinAnew()
  }

  /** A ticket for the room says once and for all whether its holder may send. */
  #joinAnew(): void {
    this.#leaveRoomListener?.()
    this.#room?.leave()
    this.#room = null
    clearTimeout(this.#rejoin)
    this.#presence.dropTicket()
    this.#enterRoom()
    this.#observe()
  }

  /** How long the connection's packets take there and back; null while there is no connection. */
  async roundTripMs(): Promise<number | null> {
    for (const report of (await this.stats())?.values() ?? []) {
      if (report.type !== 'candidate-pair' || !report.nominated) continue
      if (report.currentRoundTripTime === undefined) continue
      const roundTripMs = Math.max(1, Math.round(report.currentRoundTripTime * 1000))
      this.#oneWayDelay.note(roundTripMs)
      return roundTripMs
    }
    return null
  }

  /** Applies the server's time, minus the travel time of the message; measures the travel time for the next one. */
  #handleStats(stats: CallStats): void {
    this.#deps.clock.update(stats, this.#oneWayDelay.oneWayMs)
    // A measurement that fails is left out; the next one comes with the next figures.
    this.roundTripMs().catch(() => undefined)
    this.#measure().catch(() => undefined)
  }

  async #measure(): Promise<void> {
    const report = await this.stats()
    if (report) this.#figures.note(report.values())
  }

  /** What the connection was like so far. */
  figures(): CallFigures {
    return this.#figures.figures()
  }

  /** The browser's own figures of the video connection; null without one. */
  async stats(): Promise<RTCStatsReport | null> {
    return (await this.#room?.stats()) ?? null
  }

  /** Sends a chat message; without a connection it is lost, and the chat sends it again. */
  say(message: ClientMessage): void {
    if (!this.#isLeft) this.#presence.send(message)
  }

  /** The person pressed End Call: informs the server, because closing a page has no such meaning. */
  end(): void {
    if (!this.#isLeft) this.#presence.send({ type: 'end_call' })
    this.leave()
  }

  /** Leaves the call; the person may return while time is left. */
  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    for (const stop of this.#unsubscribe) stop()
    this.#hangUp()
    this.#presence.close()
  }

  #hangUp(): void {
    clearTimeout(this.#ready)
    clearTimeout(this.#rejoin)
    this.#leaveRoomListener?.()
    this.#room?.leave()
    this.#room = null
    this.#placeholder?.stop()
    this.#deps.media.stop()
    this.#deps.mic.stop()
    this.#deps.clock.stop()
  }

  /** Computes the present state, and executes its effects. */
  #observe(): void {
    if (this.#isLeft) return
    const presence = this.#presence.getSnapshot()
    if (presence.status === 'reconnecting') this.#deps.clock.interrupt()
    if (presence.hasTicket && this.#ready === undefined) {
      this.#ready = setTimeout(() => this.#becomeReady(), this.#deps.readyDelayMs ?? READY_DELAY_MS)
    }
    const before = this.#store.getSnapshot()
    const room = this.#room?.getSnapshot() ?? null
    const clock = this.#deps.clock.getSnapshot()
    const [isReady, hasJoined, sends] = [this.#isReady, this.#hasJoined, this.#sends()]
    const ownerId = this.#deps.ownerId ?? null
    const next = nextCall({ before, isReady, hasJoined, presence, room, clock, sends, ownerId })
    this.#store.set(next)
    if (next.phase === 'reconnecting' && before.phase !== 'reconnecting') this.#figures.noteRestart()
    if (room?.status === 'connected') this.#rejoinMs = REJOIN_FIRST_MS
    if (next.phase === 'ended' || next.phase === 'refused') this.#hangUp()
    else if (room?.status === 'ended') this.#joinAgainLater()
  }

  #sends(): CallFacts['sends'] {
    if (this.#isViewer || !this.#hasJoined) return 'not-wanted'
    return this.#sent !== null && this.#sent.getTracks().length === 0 ? 'nothing' : 'media'
  }

  #becomeReady(): void {
    this.#isReady = true
    this.#enterRoom()
    this.#observe()
  }

  /**
   * Connects when ready: from the green room in advance, without sending; else after the browser's permission prompt.
   */
  #enterRoom(): void {
    const { createRoom } = this.#deps
    const { phase, stream } = this.#media.getSnapshot()
    const { endOfCall, refusal } = this.#store.getSnapshot()
    if (this.#room || this.#isLeft || endOfCall || refusal || !this.#isReady) return
    if (this.#hasJoined && phase !== 'answered') return
    const room = createRoom({ join: () => this.#ticket() })
    this.#room = room
    this.#leaveRoomListener = room.subscribe(() => {
      if (room === this.#room) this.#observe()
    })
    this.#sent = this.#outgoing(stream)
    room.connect(this.#sent)
    this.#applySwitches(room)
  }

  async #ticket(): Promise<JoinAddress> {
    try {
      return await this.#presence.nextTicket()
    } catch (cause) {
      throw cause instanceof PresenceEnded ? new JoinRefused() : cause
    }
  }

  #joinAgainLater(): void {
    this.#leaveRoomListener?.()
    this.#room = null
    clearTimeout(this.#rejoin)
    this.#rejoin = setTimeout(() => {
      this.#enterRoom()
      this.#observe()
    }, this.#rejoinMs)
    this.#rejoinMs = Math.min(REJOIN_MAX_MS, this.#rejoinMs * 2)
  }

  #handleMedia(): void {
    const { mic } = this.#deps
    const { stream, microphone } = this.#media.getSnapshot()
    const audioTrack = stream?.getAudioTracks()[0] ?? null
    mic.listen(microphone === 'on' ? audioTrack : null)
    const room = this.#room
    if (!room) {
      this.#enterRoom()
      return
    }
    const outgoing = this.#outgoing(stream)
    if (outgoing === this.#sent) {
      this.#applySwitches(room)
      return
    }
    this.#sent = outgoing
    // A camera that is off must not be visible for a moment while a screen replaces it or ends.
    if (this.#cameraSwitch === 'off') room.setCamera('off')
    room.setLocalStream(outgoing)
    this.#applySwitches(room)
    this.#observe()
  }

  #outgoing(stream: MediaStream | null): MediaStream | null {
    const { emptyStream } = this.#deps
    if (this.#isViewer) return null
    if (!this.#hasJoined || this.#media.getSnapshot().phase !== 'answered') return emptyStream
    if (!stream) {
      this.#placeholder ??= this.#deps.createPlaceholderMedia()
      return this.#placeholder.stream
    }
    this.#placeholder?.stop()
    this.#placeholder = null
    return stream
  }

  #applySwitches(room: VideoRoom): void {
    room.setMicrophone(this.#media.getSnapshot().microphone)
    room.setCamera(this.#cameraSwitch)
  }

  /** A shared screen is visible although the camera is off, and not while it is paused. */
  get #cameraSwitch(): 'on' | 'off' {
    const { camera, sharing } = this.#media.getSnapshot()
    if (sharing === 'off') return camera
    return sharing === 'on' ? 'on' : 'off'
  }
}
