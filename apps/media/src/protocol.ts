/**
 * The messages between the server and a media worker. Ids are opaque to the worker; a message that is not understood
 * is ignored and counted.
 */

export const PROTOCOL_VERSION = 6

/** Hard bounds of one worker. Each stops one way of exhausting it. */
export const LIMITS = {
  messageChars: 40_000,
  answerChars: 32_000,
  idChars: 128,
  pathChars: 104,
  roomsPerWorker: 220,
  peersPerWorker: 230,
  peersPerRoom: 202,
  slotsPerRoom: 2,
  joinsPerSecond: 50,
  answerDeadlineMs: 10_000,
  connectDeadlineMs: 15_000,
  keyframeRequestsPerMinute: 30,
} as const

/** How long without a packet until a publisher's media counts as stalled. */
export const STALL_AFTER_MS = 2_000

export type Ports =
  | { kind: 'any' }
  | { kind: 'shared'; port: number }
  | { kind: 'range'; from: number; to: number }

export interface WorkerOptions {
  /** The one local address to bind; 0.0.0.0 is every IPv4 interface. */
  bindIp: string
  /** Addresses announced instead of the bound ones (behind 1:1 NAT); empty announces what is bound. */
  publicIps: string[]
  ports: Ports
  /**
   * A socket of this machine on which other workers get the streams of this worker's rooms; null where there is no
   * other.
   */
  relayPath: string | null
}

export interface OpenPeer {
  type: 'open'
  peer: string
  room: string
  /** The slot this peer publishes into, or null for someone who only watches. */
  publish: string | null
  /** The slots this peer sees. */
  see: string[]
  maxKbps: number
  /**
   * In a paid call nobody sees without being seen: forwarding to a peer stops while it sends nothing. The party whose
   * received media is counted, the same after each rejoin; null for a person who only receives.
   */
  countSightOf: string | null
  /**
   * Whether there are two video sizes: the publisher sends both, a viewer gets the one that fits their
   * connection.
   */
  sizes: 'one' | 'two'
  /**
   * A person who came before their turn: connected, but the worker forwards nothing from or to them until
   * `admit-early`.
   */
  isEarly: boolean
  /** Their audio is not forwarded until `mute` allows it. */
  isMuted: boolean
}

export type Command =
  | { type: 'init'; version: number; options: WorkerOptions }
  | OpenPeer
  | { type: 'answer'; peer: string; sdp: string }
  | { type: 'close'; peer: string; reason: string }
  | { type: 'admit-early'; peer: string }
  /** Whether this peer's audio is forwarded; its video always is. */
  | { type: 'mute'; peer: string; isMuted: boolean }
  | { type: 'keyframe'; peer: string }
  /** Get the streams that another worker, which listens at `path`, has of this slot, until `end-relay`. */
  | { type: 'relay'; room: string; slot: string; path: string; maxKbps: number; sizes: OpenPeer['sizes'] }
  | { type: 'end-relay'; room: string }
  | { type: 'ping'; n: number }
  | { type: 'stats'; id: number }

export type PeerState = 'connecting' | 'connected' | 'disconnected'

export interface WorkerStats {
  cpuPercent: number
  rssBytes: number
  rooms: number
  peers: number
  joins: number
  packetsIn: number
  bytesIn: number
  packetsOut: number
  bytesOut: number
  /** Packets requested again from publishers, repeated to viewers, and repeats refused by the limiter. */
  requestsUpstream: number
  repeats: number
  repeatsRefused: number
  keyframeRequests: number
  sendErrors: number
  callbackErrors: number
  handshakeFailures: number
  ignoredMessages: number
  /** Packets forwarded to other workers, and those dropped because a worker was too slow. */
  relayedPackets: number
  relayDrops: number
}

export type Report =
  | { type: 'ready'; version: number; pid: number }
  | { type: 'unusable'; code: string }
  | { type: 'offer'; peer: string; sdp: string }
  | { type: 'candidate'; peer: string; candidate: string; mid: string }
  | { type: 'state'; peer: string; state: PeerState }
  | { type: 'flow'; peer: string; state: 'live' | 'stalled'; silentMs: number }
  /** The media from a peer since the last report, every ten seconds; no report if nothing arrived. */
  | { type: 'received'; peer: string; packets: number; bytes: number }
  /** Whether a viewer needs the small size of this peer's video; none does before this message. */
  | { type: 'small'; peer: string; state: 'needed' | 'not-needed' }
  /** The size of a slot's video that this peer gets from now on; the large one before this message. */
  | { type: 'size'; peer: string; slot: string; size: 'large' | 'small' }
  /** Once for each peer; `silentMs` since its last packet if its media was flowing. */
  | { type: 'closed'; peer: string; reason: string; silentMs: number | null }
  /** Whose media flows, and what part of a core was used since the ping before. */
  | { type: 'pong'; n: number; live: string[]; cpuPercent: number }
  | { type: 'stats'; id: number; stats: WorkerStats }

type Check = (value: unknown) => boolean
const isText =
  (max: number): Check =>
  value =>
    typeof value === 'string' && value.length <= max
const isId: Check = value => typeof value === 'string' && value.length > 0 && value.length <= LIMITS.idChars
const isCount: Check = value => Number.isSafeInteger(value) && (value as number) >= 0
const isIdList: Check = value =>
  Array.isArray(value) && value.length <= LIMITS.peersPerWorker && value.every(isId)
const isFlag: Check = value => typeof value === 'boolean'
const isRecord: Check = value => typeof value === 'object' && value !== null
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value)
const isOneOf =
  (...words: string[]): Check =>
  value =>
    words.includes(value as string)

const COMMANDS: Record<Command['type'], Record<string, Check>> = {
  init: { version: isCount, options: isRecord },
  open: {
    peer: isId,
    room: isId,
    publish: orNull(isId),
    see: isIdList,
    maxKbps: isCount,
    countSightOf: orNull(isId),
    sizes: isOneOf('one', 'two'),
    isEarly: isFlag,
    isMuted: isFlag,
  },
  answer: { peer: isId, sdp: isText(LIMITS.answerChars) },
  close: { peer: isId, reason: isText(64) },
  'admit-early': { peer: isId },
  mute: { peer: isId, isMuted: isFlag },
  keyframe: { peer: isId },
  relay: {
    room: isId,
    slot: isId,
    path: isText(LIMITS.pathChars),
    maxKbps: isCount,
    sizes: isOneOf('one', 'two'),
  },
  'end-relay': { room: isId },
  ping: { n: isCount },
  stats: { id: isCount },
}

const REPORTS: Record<Report['type'], Record<string, Check>> = {
  ready: { version: isCount, pid: isCount },
  unusable: { code: isText(64) },
  offer: { peer: isId, sdp: isText(LIMITS.messageChars) },
  candidate: { peer: isId, candidate: isText(512), mid: isText(16) },
  state: { peer: isId, state: isOneOf('connecting', 'connected', 'disconnected') },
  flow: { peer: isId, state: isOneOf('live', 'stalled'), silentMs: isCount },
  received: { peer: isId, packets: isCount, bytes: isCount },
  small: { peer: isId, state: isOneOf('needed', 'not-needed') },
  size: { peer: isId, slot: isId, size: isOneOf('large', 'small') },
  closed: { peer: isId, reason: isText(64), silentMs: orNull(isCount) },
  pong: { n: isCount, live: isIdList, cpuPercent: isCount },
  stats: { id: isCount, stats: isRecord },
}

function matches(shapes: Record<string, Record<string, Check>>, message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false
  const fields = message as Record<string, unknown>
  const type = fields.type
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return false
  return Object.entries(shapes[type] ?? {}).every(([name, check]) => check(fields[name]))
}

/** The command in a message from the server, or null when it is not one of this version. */
export function parseCommand(message: unknown): Command | null {
  return matches(COMMANDS, message) ? (message as Command) : null
}

/** The report in a message from a worker, or null when it is not one of this version. */
export function parseReport(message: unknown): Report | null {
  return matches(REPORTS, message) ? (message as Report) : null
}
