import { msg, t } from '../../../language/text.ts'
import { UNKNOWN_PROVIDER, type VideoRoomSnapshot } from '../../../video/index.ts'
import type { ClockSnapshot } from './call-clock.ts'
import type { PresenceEnd, PresenceSnapshot } from './presence-socket.ts'

export type CallPhase = 'loading' | 'green-room' | 'waiting' | 'live' | 'reconnecting' | 'ended' | 'refused'
export type CallRefusal = Exclude<PresenceEnd, 'over' | 'left'> | typeof UNKNOWN_PROVIDER

/** What a call page shows; the countdown, devices and level have stores of their own. */
export interface CallSnapshot {
  phase: CallPhase
  refusal: CallRefusal | null
  isReady: boolean
  isInfluencer: boolean
  /** The other person joined, or the server says that time runs. */
  callIsLive: boolean
  endOfCall: boolean
  /** Seconds; null until the first message of the server. */
  totalCallTime: number | null
  remainingCallTime: number
  lurkers: number
  lurkerUsernames: readonly string[]
  otherUser: string
  /** Their page is open, though they may not be in the room yet. */
  otherIsHere: boolean
  otherStream: MediaStream | null
  otherFlows: boolean
  /**
   * At an event: who sends beside its owner. Pages show them only while the server says that they are on its stage.
   */
  guest: { id: string; stream: MediaStream } | null
  /** The page reaches the server, and its media does not. */
  isBlocked: boolean
  /** The state of the connection, as English text that is translated when shown. */
  connection: string
}

/** In the state of the connection, and as a finding before a person joins. */
export const NO_WAY_FOR_VIDEO = msg(
  'Video does not get through. Another network often helps: mobile data instead of Wi-Fi, or the other way round.',
)

/** The input of the state of a call page. */
export interface CallFacts {
  isReady: boolean
  /** Whether the person has joined; before, they are in the green room and nothing of theirs is sent. */
  hasJoined: boolean
  /** The state before these facts. */
  before: CallSnapshot
  presence: PresenceSnapshot
  clock: ClockSnapshot
  room: VideoRoomSnapshot | null
  sends: 'media' | 'nothing' | 'not-wanted'
  /** At an event: its owner's id. Nobody else is the other person there, and to the owner nobody is. */
  ownerId: string | null
}

/** The state of a call nobody knows anything about yet. */
export function newCall(other: { username: string; isInfluencer: boolean }): CallSnapshot {
  return {
    phase: 'loading',
    refusal: null,
    isReady: false,
    isInfluencer: !other.isInfluencer,
    callIsLive: false,
    endOfCall: false,
    totalCallTime: null,
    remainingCallTime: 0,
    lurkers: 1,
    lurkerUsernames: [],
    otherUser: other.username,
    otherIsHere: false,
    otherStream: null,
    otherFlows: false,
    guest: null,
    isBlocked: false,
    connection: 'Connecting',
  }
}

/** One step of the call: loading, waiting, live, reconnecting, ended; an end is for good. */
export function nextCall(facts: CallFacts): CallSnapshot {
  const { before, presence, clock, room, isReady, hasJoined } = facts
  const { other, guest } = othersOf(facts)
  const flows = other?.flowing === true
  // While the person's own connection is broken, nobody can be seen to leave.
  const stays = before.callIsLive && (other !== undefined || isBroken(room))
  const endOfCall = before.endOfCall || hasEnded(facts)
  const callIsLive = !endOfCall && isReady && hasJoined && (clock.isLive || flows || stays)
  const otherUser = otherUserOf(before, presence.users)
  return {
    phase: phaseOf(facts, { endOfCall, callIsLive }),
    refusal: refusalOf(facts),
    isReady,
    isInfluencer: presence.isInfluencer ?? before.isInfluencer,
    callIsLive,
    endOfCall,
    totalCallTime: clock.totalSeconds,
    remainingCallTime: clock.remainingSeconds,
    lurkers: presence.lurkers,
    lurkerUsernames: presence.users,
    otherUser,
    otherIsHere: other !== undefined || presence.users.includes(otherUser) || presence.users.length === 2,
    otherStream: other?.stream ?? (callIsLive ? before.otherStream : null),
    otherFlows: flows,
    guest: guest ? { id: guest.identity, stream: guest.stream } : null,
    isBlocked: presence.status === 'open' && room?.isBlocked === true,
    connection: wordsOf(facts, callIsLive),
  }
}

/** Of a call the one other person; at an event its owner, and who is beside them. */
function othersOf({ room, ownerId }: CallFacts) {
  const remote = room?.remote ?? []
  if (ownerId === null) return { other: remote[0], guest: undefined }
  return {
    other: remote.find(({ identity }) => identity === ownerId),
    guest: remote.find(({ identity }) => identity !== ownerId),
  }
}

/**
 * The other person may have changed their username: of two present people, theirs is the name that was not there
 * before.
 */
function otherUserOf({ otherUser, lurkerUsernames }: CallSnapshot, users: readonly string[]): string {
  if (users.length !== 2 || users.includes(otherUser)) return otherUser
  const [renamed, another] = users.filter(name => !lurkerUsernames.includes(name))
  return renamed === undefined || another !== undefined ? otherUser : renamed
}

/**
 * A countdown that reached zero without the server's message may only have missed that the clock stopped: it counts
 * where the server has closed the room too.
 */
function hasEnded({ presence, clock, room }: CallFacts): boolean {
  if (presence.endedBy === 'over') return true
  if (presence.status !== 'open') return false
  return clock.isOver || (clock.isRunOut && (room === null || room.status === 'ended'))
}

function phaseOf(facts: CallFacts, now: { endOfCall: boolean; callIsLive: boolean }): CallPhase {
  if (now.endOfCall) return 'ended'
  if (refusalOf(facts)) return 'refused'
  if (!facts.isReady) return 'loading'
  if (!facts.hasJoined) return 'green-room'
  if (!now.callIsLive) return 'waiting'
  if (isClosedByServer(facts)) return facts.before.phase
  return isBroken(facts.room) && facts.before.otherStream !== null ? 'reconnecting' : 'live'
}

function refusalOf({ presence: { endedBy }, room, before }: CallFacts): CallRefusal | null {
  if (endedBy !== null && endedBy !== 'over' && endedBy !== 'left') return endedBy
  if (before.refusal === UNKNOWN_PROVIDER) return UNKNOWN_PROVIDER
  return room?.endReason === UNKNOWN_PROVIDER ? UNKNOWN_PROVIDER : null
}

function isBroken(room: VideoRoomSnapshot | null): boolean {
  return room?.status !== 'connected' || room.quality === 'lost'
}

/**
 * The server closed the room of a live call. Mostly the call is over, and the next message says so: until the room is
 * joined again, what was said before stays.
 */
function isClosedByServer({ before, room, presence }: CallFacts): boolean {
  return before.callIsLive && presence.status === 'open' && (room === null || room.status === 'ended')
}

function wordsOf(facts: CallFacts, callIsLive: boolean): string {
  const { presence, room, clock, before, sends } = facts
  const { other } = othersOf(facts)
  if (callIsLive && isClosedByServer(facts)) return before.connection
  const wasThere = room?.status === 'reconnecting' || before.otherStream !== null
  if (presence.status === 'open' && room?.isBlocked) return NO_WAY_FOR_VIDEO
  if (presence.status === 'reconnecting' || (isBroken(room) && wasThere)) return msg('Reconnecting')
  if (!room || isBroken(room)) return msg('Connecting')
  if (sends === 'nothing')
    return callIsLive
      ? msg('No time runs: turn on your camera or microphone')
      : msg('Turn on your camera or microphone to begin')
  if (room.quality === 'poor') return msg('Your connection is weak')
  if (!callIsLive) return msg('Your connection is ready')
  if (other && !other.flowing)
    return t('The connection of @{name} is interrupted', { name: before.otherUser })
  return clock.isLive ? msg('Connected') : msg('Connected, the clock has not started')
}
