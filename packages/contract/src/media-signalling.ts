/**
 * Messages on the embedded video's own socket. The server makes every offer; a new generation replaces the connection
 * before it.
 */
import * as z from 'zod/mini'

export const MEDIA_SOCKET_PATH = '/video/'
/** Longest frame a client may send: an answer of 32,000 characters and its envelope. */
export const MEDIA_FRAME_MAX_BYTES = 40_000
export const MEDIA_PING_EVERY_MS = 5_000

/** In the socket's address, with 2: this page can send its video in two sizes. */
export const MEDIA_SIZES_PARAM = 'sizes'

const generation = z.int().check(z.gte(0))

export const mediaClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('media.answer'), generation, sdp: z.string().check(z.maxLength(32_000)) }),
  z.object({ type: z.literal('media.rejoin') }),
  z.object({ type: z.literal('media.keyframe') }),
  z.object({ type: z.literal('media.ping') }),
  z.object({ type: z.literal('media.leave') }),
])

export type MediaClientMessage = z.infer<typeof mediaClientMessage>

export interface MediaIceServer {
  urls: string[]
  username: string
  credential: string
}

export type MediaServerMessage =
  | { type: 'media.offer'; generation: number; sdp: string; iceServers: MediaIceServer[] }
  | { type: 'media.candidate'; generation: number; candidate: string; mid: string }
  /** Who publishes in a slot whose stream is named `seat-{seat}`, and whether their media flows. */
  | { type: 'media.peer'; seat: string; identity: string; state: 'live' | 'stalled' | 'left' }
  /**
   * Whether a viewer needs the small size of this page's video, which the page sends in the second video m-line;
   * until this message no viewer needs it.
   */
  | { type: 'media.small'; generation: number; state: 'needed' | 'not-needed' }
  /** The server lost the connection; the page asks for another one by media.rejoin. */
  | { type: 'media.restart' }
  /** A person who waited for their turn may send and see from now on. */
  | { type: 'media.begin' }
  | { type: 'media.pong' }
  | { type: 'media.end'; reason: string }
