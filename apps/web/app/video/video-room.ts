/** What the call pages know of video, with every provider. */

export interface JoinAddress {
  url: string
  token: string
  /** Who carries the room, by the server's name for it; this page may be older than the name. */
  provider: string
}

/** Why a room ends whose provider this page does not know: only a newer page can join it. */
export const UNKNOWN_PROVIDER = 'unknown-provider'

/** Thrown by a join function when coming back makes no sense: the room is over, or the person was removed. */
export class JoinRefused extends Error {}

export type VideoStatus = 'idle' | 'connecting' | 'connected' | 'reconnecting' | 'ended'
export type VideoQuality = 'good' | 'poor' | 'lost'

export interface RemoteParticipant {
  identity: string
  /** The same object for as long as they are in the room; its tracks change when a connection is replaced. */
  stream: MediaStream
  /** Whether media of theirs reaches the server. */
  flowing: boolean
}

export interface VideoRoomSnapshot {
  status: VideoStatus
  /** Why it ended, in the server's word, or `unknown-provider`; null before. */
  endReason: string | null
  remote: readonly RemoteParticipant[]
  quality: VideoQuality
}

/** Before anybody asked to connect. */
export const IDLE_ROOM: VideoRoomSnapshot = { status: 'idle', endReason: null, remote: [], quality: 'good' }

export interface VideoRoomOptions {
  /** A fresh ticket, asked for at each connection; a token is good for one. */
  join: () => Promise<JoinAddress>
  /** Whose turn it is and who is not let in by then comes in again; each provider knows its own time. */
  beginsWithinMs?: number
}

/** One participation in one room; ends for good with `leave` or on the server's word. */
export interface VideoRoom {
  readonly subscribe: (listener: () => void) => () => void
  /** Replaced at each change, so it can be compared by identity. */
  readonly getSnapshot: () => VideoRoomSnapshot
  /**
   * Connects before the turn by a ticket that was given for that: nothing is sent and nothing is seen, and its state
   * stays 'idle', until `connect`. What fails of it is made again then.
   */
  prepare(early: JoinAddress): void
  connect(local: MediaStream | null): void
  /** Sends other tracks (another camera, a screen) without interrupting anything. */
  setLocalStream(local: MediaStream | null): void
  setMicrophone(state: 'on' | 'off'): void
  setCamera(state: 'on' | 'off'): void
  leave(): void
  /** The browser's own figures of the current connection; null without one. */
  stats(): Promise<RTCStatsReport | null>
}
