/** The interface between the call pages and every video provider. */

export interface JoinAddress {
  url: string
  token: string
  /** The server's name of the provider; this page may be older than the name. */
  provider: string
}

/** The reason when this page does not know the room's provider: only a newer page can join it. */
export const UNKNOWN_PROVIDER = 'unknown-provider'

/** Thrown by a join function when another try cannot succeed: the room has ended, or the person was removed. */
export class JoinRefused extends Error {}

export type VideoStatus = 'idle' | 'connecting' | 'connected' | 'reconnecting' | 'ended'
export type VideoQuality = 'good' | 'poor' | 'lost'

export interface RemoteParticipant {
  identity: string
  /** The same object as long as they are in the room; its tracks change when a connection is replaced. */
  stream: MediaStream
  /** Whether media of theirs reaches the server. */
  flowing: boolean
}

export interface VideoRoomSnapshot {
  status: VideoStatus
  /** Why the room ended, by the server's code, or `unknown-provider`; null before. */
  endReason: string | null
  remote: readonly RemoteParticipant[]
  quality: VideoQuality
  /** The provider answers, and no media gets through to it, as on a network that blocks UDP. */
  isBlocked: boolean
}

/** The state before `connect`. */
export const IDLE_ROOM: VideoRoomSnapshot = {
  status: 'idle',
  endReason: null,
  remote: [],
  quality: 'good',
  isBlocked: false,
}

export interface VideoRoomOptions {
  /** Requests a new token for each connection; a token is valid once. */
  join: () => Promise<JoinAddress>
  /** How long a person whose turn has begun waits before joining again; each provider has its own default. */
  beginsWithinMs?: number
}

/** One participation in one room; ends finally with `leave` or by the server. */
export interface VideoRoom {
  readonly subscribe: (listener: () => void) => () => void
  /** Replaced at each change, so it can be compared by identity. */
  readonly getSnapshot: () => VideoRoomSnapshot
  /**
   * Connects before the turn with a token for that: it sends and receives nothing, and its state stays 'idle', until
   * `connect`. Parts that fail are repeated then.
   */
  prepare(early: JoinAddress): void
  connect(local: MediaStream | null): void
  /** The person begins to press Join: what the others send is requested before the press ends. Nothing is sent. */
  anticipate(): void
  /** Replaces the sent tracks (another camera, a screen) without an interruption. */
  setLocalStream(local: MediaStream | null): void
  setMicrophone(state: 'on' | 'off'): void
  setCamera(state: 'on' | 'off'): void
  leave(): void
  /** The browser's statistics of the current connection; null without one. */
  stats(): Promise<RTCStatsReport | null>
}
