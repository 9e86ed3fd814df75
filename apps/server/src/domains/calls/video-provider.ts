import type { VideoProviderName } from '@parley/contract'
/**
 * What calls and events need of a video provider. Rooms exist by name as soon as a join is issued; grants travel in the
 * token and are enforced by the provider, never by the page.
 */

export type RoomKind = 'call' | 'broadcast'

/** A join that was never used is void after this long. */
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
   * Of a call: who comes before their turn. They are connected and may wait; nothing of theirs is taken, nothing is given or told to
   * them, and to the application they are not there, until `letIn`.
   */
  isEarly?: boolean
  /** Whether time of this call may have been used before: who judges what is seen unpaid may not have heard all of it. */
  hasBegun?: boolean
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
  /** Whether the media connection stands. */
  joined: boolean
  /** Whether packets of theirs arrived within the last two seconds. */
  mediaFlowing: boolean
  /** Since when `mediaFlowing` has its value, epoch milliseconds. */
  sinceMs: number
}

export type VideoEvent =
  | { type: 'participant-joined' | 'participant-left'; roomId: string; identity: string; atMs: number }
  /** For `media-stalled`, `atMs` is when the last packet came, so that nobody pays for the time it took to notice. */
  | { type: 'media-live' | 'media-stalled'; roomId: string; identity: string; atMs: number }
  /** What arrived of somebody since this was last told, about every ten seconds; where the provider only listens, of what it listens to. */
  | { type: 'media-received'; roomId: string; identity: string; atMs: number; packets: number; bytes: number }
  /** How many viewers of an event are sent which size of its owner's picture, told when it changes, by a provider that knows. */
  | { type: 'sizes-watched'; roomId: string; identity: null; atMs: number; large: number; small: number }
  /** The media path of this room broke and is being made again; those in it rejoin by themselves. */
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
  /** Lets in those of these people who came to a call early, or hold a ticket for that which was issued before: they are there from now on. */
  letIn(roomId: string, identities: readonly string[]): Promise<void>
  /** Whether anybody hears the guest of a broadcast, whatever their page does; resolves when it is so. Taking them out forgets it. */
  setMuted(roomId: string, identity: string, isMuted: boolean): Promise<void>
  /** Resolves when no media of theirs flows any more; tokens issued to them before are void. */
  removeParticipant(roomId: string, identity: string, reason: string): Promise<void>
  /** Resolves when everyone is out; tokens issued for the room before are void. */
  closeRoom(roomId: string, reason: string): Promise<void>
  /** Everyone in the room as of now; empty for a room nobody is in. */
  roomMedia(roomId: string): Promise<ParticipantMedia[]>
  /** Events of all rooms, in order within a room; answers the way to stop listening. */
  subscribe(listener: (event: VideoEvent) => void): () => void
  health(): Promise<VideoHealth>
  close(): Promise<void>
}
