import { createStore } from '../store/store.ts'
import { Backoff } from './backoff.ts'
import { LocalStream } from './local-stream.ts'
import {
  IDLE_ROOM,
  type JoinAddress,
  type RemoteParticipant,
  type VideoRoom,
  type VideoRoomOptions,
  type VideoRoomSnapshot,
  type VideoStatus,
} from './video-room.ts'

/** `attempt` ends a connection attempt that takes too long, `retry` begins the next one. */
type RoomTimer = 'attempt' | 'retry' | 'handover' | 'watch'

/** Attempts that reach the provider, and find no way for media for so long in all, mean that the network blocks it. */
const BLOCKED_AFTER_MS = 5_000

/**
 * The part that the rooms of all providers have in common: the state with its listeners, the sent stream, the timers,
 * the pauses between attempts, the return of the network, and the end. A provider adds how it connects.
 */
export abstract class RoomBase implements VideoRoom {
  protected readonly options: VideoRoomOptions
  protected readonly local = new LocalStream()
  protected readonly backoff = new Backoff()
  #store = createStore<VideoRoomSnapshot>(IDLE_ROOM)
  #timers = new Map<RoomTimer, ReturnType<typeof setTimeout>>()
  #online = () => this.#networkReturned()
  #withoutMediaMs = 0

  constructor(options: VideoRoomOptions) {
    this.options = options
  }

  /** Bound, like `getSnapshot`, so that both can be passed to a hook directly. */
  readonly subscribe = this.#store.subscribe
  readonly getSnapshot = this.#store.getSnapshot

  abstract prepare(early: JoinAddress): void
  abstract anticipate(): void
  abstract stats(): Promise<RTCStatsReport | null>
  /** Connects for the first time: `connect` was called, and the state is `connecting`. */
  protected abstract open(): void
  /** The browser reports that the network is back: no pause continues. */
  protected abstract reconnect(): void
  /** Sends the tracks of the new stream. */
  protected abstract localChanged(): void
  /** Closes the connections: the room has ended. */
  protected abstract close(): void

  protected get status(): VideoStatus {
    return this.#store.getSnapshot().status
  }

  protected get isOver(): boolean {
    return this.status === 'ended'
  }

  protected update(change: Partial<VideoRoomSnapshot>): void {
    this.#store.set(change)
  }

  connect(local: MediaStream | null): void {
    if (this.status !== 'idle') return
    this.local.set(local)
    this.update({ status: 'connecting' })
    addEventListener('online', this.#online)
    this.open()
  }

  protected connected(remote: readonly RemoteParticipant[] = this.getSnapshot().remote): void {
    this.backoff.reset()
    this.#withoutMediaMs = 0
    this.update({ status: 'connected', quality: 'good', remote, isBlocked: false })
  }

  /** An attempt reached the provider, and no media got through for so long. */
  protected foundNoWay(forMs: number): void {
    this.#withoutMediaMs += forMs
    if (this.#withoutMediaMs >= BLOCKED_AFTER_MS) this.update({ isBlocked: true })
  }

  /** Starts a timer; an earlier one of the same name is cancelled. */
  protected later(timer: RoomTimer, ms: number, action: () => void): void {
    clearTimeout(this.#timers.get(timer))
    this.#timers.set(timer, setTimeout(action, ms))
  }

  protected cancel(timer: RoomTimer): void {
    clearTimeout(this.#timers.get(timer))
  }

  /** An attempt failed, or the connection broke: tries `again` after a growing pause. */
  protected retryLater(again: () => void): void {
    if (this.isOver) return
    if (this.status === 'connected') this.update({ status: 'reconnecting', quality: 'lost' })
    this.cancel('attempt')
    this.later('retry', this.backoff.nextMs(), again)
  }

  #networkReturned(): void {
    if (this.status === 'connected' || this.isOver) return
    this.backoff.reset()
    // It may be another network.
    this.#withoutMediaMs = 0
    this.update({ isBlocked: false })
    this.reconnect()
  }

  /** From now on another room joins again when the network returns. */
  protected ignoreNetwork(): void {
    removeEventListener('online', this.#online)
  }

  setLocalStream(local: MediaStream | null): void {
    this.local.set(local)
    this.localChanged()
  }

  setMicrophone(state: 'on' | 'off'): void {
    this.local.turn('audio', state)
  }

  setCamera(state: 'on' | 'off'): void {
    this.local.turn('video', state)
  }

  leave(): void {
    this.end('left')
  }

  /** Ends the room finally; the first reason counts. */
  protected end(reason: string): void {
    if (this.isOver) return
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.ignoreNetwork()
    this.close()
    this.update({ status: 'ended', endReason: reason, remote: [], isBlocked: false })
  }
}
