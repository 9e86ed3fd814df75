import {
  ConnectionError,
  ConnectionErrorReason,
  ConnectionQuality,
  DisconnectReason,
  type Participant,
  Room,
  RoomEvent,
  setLogLevel,
} from 'livekit-client'
import { RoomBase } from '../room-base.ts'
import { type JoinAddress, JoinRefused, type VideoQuality } from '../video-room.ts'
import { LocalTracks } from './livekit-local.ts'
import { RemoteStreams } from './livekit-remote.ts'

/** LiveKit's client repairs a broken connection by itself for so long; then the page requests a new token. */
const MENDS_FOR_MS = 8_000
const MENDS_EVERY_MS = 400
/** How long LiveKit's client looks for a way for media (`peerConnectionTimeout`). */
const CONNECTS_WITHIN_MS = 15_000
/** A person whose turn has begun, and who may not publish after this time, joins again. */
const BEGINS_WITHIN_MS = 1_500

const QUALITIES: ReadonlyMap<ConnectionQuality, VideoQuality> = new Map([
  [ConnectionQuality.Excellent, 'good'],
  [ConnectionQuality.Good, 'good'],
  [ConnectionQuality.Poor, 'poor'],
  [ConnectionQuality.Lost, 'lost'],
])

// Its log names who is in which room, and reports a channel that the server closed at the end as an error; the relevant
// failures arrive here as rejections or events.
setLogLevel('silent')

/** Of a server that has answered: its client found no way for media. */
const isWithoutWay = (cause: unknown): boolean =>
  cause instanceof ConnectionError && cause.reason === ConnectionErrorReason.InternalError

/** A room of LiveKit, with the same states as every other provider. */
export class LivekitRoom extends RoomBase {
  #tracks = new LocalTracks(this.local)
  #streams = new RemoteStreams()
  #room: Room | null = null
  /** The state of a connection that was made before the turn; null where there is none, or it is in use. */
  #early: 'connecting' | 'waiting' | null = null

  prepare(early: JoinAddress): void {
    if (this.status !== 'idle' || this.#early) return
    const room = this.#openRoom()
    this.#early = 'connecting'
    room.connect(early.url, early.token, { maxRetries: 0 }).then(
      () => {
        if (room !== this.#room || !this.#early) return
        this.#early = 'waiting'
        this.#begin(room)
      },
      () => this.#dropEarly(room),
    )
  }

  /** LiveKit sends a keyframe with the subscription, which begins when this person sends. */
  anticipate(): void {}

  /** The prepared connection cannot be used: the room is joined normally, now or when `connect` is called. */
  #dropEarly(room: Room): void {
    if (room !== this.#room || !this.#early) return
    this.#early = null
    this.#room = null
    this.cancel('attempt')
    void room.disconnect(false)
    this.#streams.clear()
    if (this.status === 'connecting') void this.#join()
  }

  /** The turn begins when this page says so and the server permits publishing. */
  #begin(room: Room): void {
    const mayBegin = room.localParticipant.permissions?.canPublish && this.status === 'connecting'
    if (this.#early !== 'waiting' || !mayBegin) return
    this.#early = null
    this.cancel('attempt')
    this.#tracks.publishTo(room).then(
      () => {
        if (room === this.#room) this.connected(this.#streams.list())
      },
      () => {
        if (room === this.#room) this.#joinLater()
      },
    )
  }

  protected open(): void {
    const room = this.#room
    if (!this.#early || !room) {
      void this.#join()
      return
    }
    this.later('attempt', this.options.beginsWithinMs ?? BEGINS_WITHIN_MS, () => this.#dropEarly(room))
    this.#begin(room)
  }

  async #join(): Promise<void> {
    const room = this.#openRoom()
    let hasAnswered = false
    room.once(RoomEvent.SignalConnected, () => {
      hasAnswered = true
    })
    try {
      const { url, token } = await this.options.join()
      if (room !== this.#room) return
      await room.connect(url, token, { maxRetries: 0 })
      if (room !== this.#room) return void room.disconnect()
      await this.#tracks.publishTo(room)
      if (room === this.#room) this.connected(this.#streams.list())
    } catch (cause) {
      if (room !== this.#room || this.isOver) return
      if (cause instanceof JoinRefused) return this.end('refused')
      if (hasAnswered && isWithoutWay(cause)) this.foundNoWay(CONNECTS_WITHIN_MS)
      this.#joinLater()
    }
  }

  #joinLater(): void {
    this.retryLater(() => void this.#join())
  }

  /** A room object of LiveKit's client serves one connection; its events are ignored once it has a successor. */
  #openRoom(): Room {
    for (const timer of ['attempt', 'retry'] as const) this.cancel(timer)
    this.#early = null
    const before = this.#room
    const nextRetryDelayInMs = ({ elapsedMs }: { elapsedMs: number }) =>
      elapsedMs > MENDS_FOR_MS ? null : MENDS_EVERY_MS
    const room = new Room({
      dynacast: true,
      singlePeerConnection: false,
      stopLocalTrackOnUnpublish: false,
      reconnectPolicy: { nextRetryDelayInMs },
    })
    this.#room = room
    void before?.disconnect(false)
    const whileCurrent =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A) => {
        if (room === this.#room && !this.isOver) act(...args)
      }
    const remoteChanged = whileCurrent(() => this.update({ remote: this.#streams.update(room) }))
    for (const event of [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackPublished,
      RoomEvent.TrackUnpublished,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
    ] as const)
      room.on(event, remoteChanged)
    const breaking = whileCurrent(() => {
      if (this.status === 'connected') this.update({ status: 'reconnecting', quality: 'lost' })
    })
    room.on(RoomEvent.Reconnecting, breaking)
    room.on(
      RoomEvent.Reconnected,
      whileCurrent(() => {
        if (!this.#early) this.connected(this.#streams.list())
      }),
    )
    room.on(
      RoomEvent.ConnectionQualityChanged,
      whileCurrent((quality: ConnectionQuality, who: Participant) => {
        const shown = QUALITIES.get(quality)
        if (who.isLocal && shown && shown !== this.getSnapshot().quality) this.update({ quality: shown })
      }),
    )
    room.on(
      RoomEvent.ParticipantPermissionsChanged,
      whileCurrent((_before: unknown, who: Participant) => {
        if (!who.isLocal) return
        if (this.#early) this.#begin(room)
        else this.#publish(room)
      }),
    )
    room.on(
      RoomEvent.Disconnected,
      whileCurrent(reason => this.#disconnected(room, reason)),
    )
    return room
  }

  /** When the server ended the connection, its reason is final; otherwise the page requests a new token. */
  #disconnected(room: Room, reason: DisconnectReason | undefined): void {
    if (this.#early) {
      this.#dropEarly(room)
      return
    }
    const removed = room.localParticipant.attributes.removed
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.end('replaced')
    else if (reason === DisconnectReason.ROOM_DELETED) this.end(room.metadata || 'over')
    else if (reason === DisconnectReason.PARTICIPANT_REMOVED && removed !== 'refused')
      this.end(removed ?? 'removed')
    else this.#joinLater()
  }

  protected reconnect(): void {
    void this.#join()
  }

  protected localChanged(): void {
    if (this.#room) this.#publish(this.#room)
  }

  #publish(room: Room): void {
    if (this.status !== 'connected') return
    this.#tracks.publishTo(room).catch(() => {
      if (room === this.#room) this.#joinLater()
    })
  }

  protected close(): void {
    const room = this.#room
    this.#room = null
    void room?.disconnect(false)
    this.#streams.clear()
  }

  async stats(): Promise<RTCStatsReport | null> {
    return this.#room ? this.#streams.stats(this.#room) : null
  }
}
