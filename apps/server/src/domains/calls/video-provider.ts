import type { VideoProviderName } from '@parley/contract'
/**
 * What calls and events need of a video provider. Rooms exist by name as soon as a join is issued; grants travel in
 * the token and are enforced by the provider, never by the page.
 */

export type RoomKind = 'call' | 'broadcast'

/** An unused join is invalid after this time. */
export const JOIN_TTL_MAX_MS = 120_000

export interface JoinGrant {
  roomId: string
  /** Who joins, unique in the room; joining again replaces the connection before. */
  identity: string
  kind: RoomKind
  canPublish: boolean
  canSubscribe: boolean
  /** At a broadcast: who sends beside its owner, one at a time. */
  isGuest?: boolean
  /** Of a guest: the owner has muted them. */
  isMuted?: boolean
  /**
   * For a call: a participant who comes before their turn. They are connected and wait; the provider accepts no media
   * from them, sends them nothing, and does not report them to the application, until `admitEarly`.
   */
  isEarly?: boolean
  /**
   * Whether time of this call may have been used before: the process that counts unpaid media may not have received
   * all of it.
   */
  hasBegun?: boolean
  /** The login of the person, which a provider whose media outlives a process shows again when they join. */
  loginId?: string
  /** At most `JOIN_TTL_MAX_MS`. */
  expiresInMs: number
}

export interface JoinTicket {
  provider: VideoProvider['name']
  /** Websocket address the browser's video client connects to. */
  url: string
  token: string
  room: string
}

export interface ParticipantMedia {
  identity: string
  /** Whether the media connection is established. */
  joined: boolean
  /** Whether packets of theirs arrived within the last two seconds. */
  mediaFlowing: boolean
  /** Since when `mediaFlowing` has its value, epoch milliseconds. */
  sinceMs: number
}

export type VideoEvent =
  /**
   * `loginId` is that of the grant, also if another process made it; a provider whose media ends with its process omits
   * it.
   */
  | {
      type: 'participant-joined' | 'participant-left'
      roomId: string
      identity: string
      atMs: number
      loginId?: string
    }
  /**
   * For `media-stalled`, `atMs` is the time of the last packet, so that nobody pays for the time until the detection,
   * nor for a time in which its report waited unread.
   */
  | { type: 'media-live' | 'media-stalled'; roomId: string; identity: string; atMs: number }
  /**
   * The media that arrived from a participant since the last report, about every ten seconds; if the provider only
   * monitors, the media that it subscribes to.
   */
  | { type: 'media-received'; roomId: string; identity: string; atMs: number; packets: number; bytes: number }
  /**
   * How many viewers of an event get which size of its owner's video, sent after a change, by a provider that knows.
   */
  | { type: 'sizes-watched'; roomId: string; identity: null; atMs: number; large: number; small: number }
  /** The media path of this room broke and is being restored; its participants rejoin by themselves. */
  | { type: 'worker-restarted'; roomId: string; identity: null; atMs: number }

export interface VideoHealth {
  ok: boolean
  /** Figures for the metrics page, by name. */
  figures: Record<string, number>
}

export interface VideoProvider {
  readonly name: VideoProviderName
  /** A token with which one identity may join one room, once, soon. */
  issueJoin(grant: JoinGrant): Promise<JoinTicket>
  /**
   * Admits those of these people who came to a call early, or hold an earlier ticket for it: they are present from
   * now on.
   */
  admitEarly(roomId: string, identities: readonly string[]): Promise<void>
  /**
   * Mutes or unmutes the guest of a broadcast, whatever their page does; resolves when it has effect. A removal
   * resets it.
   */
  setMuted(roomId: string, identity: string, isMuted: boolean): Promise<void>
  /** Removes a person; resolves when no media of theirs flows any more. Their earlier tokens are invalid. */
  removeParticipant(roomId: string, identity: string, reason: string): Promise<void>
  /** Removes everyone; resolves when they are out. Earlier tokens for the room are invalid. */
  closeRoom(roomId: string, reason: string): Promise<void>
  /**
   * Everyone in the room; empty for a room nobody is in. It contains everything that was reported before the call, also
   * what waited unread while this process stood still.
   */
  roomMedia(roomId: string): Promise<ParticipantMedia[]>
  /** Events of all rooms, in order within a room; answers the way to stop listening. */
  subscribe(listener: (event: VideoEvent) => void): () => void
  health(): Promise<VideoHealth>
  close(): Promise<void>
}
