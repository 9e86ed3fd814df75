import type { CallStats, ReactionCounts, SharingNews, VideoSizes } from '@parley/contract'
import type { Bus } from './bus.ts'
import type { StoredLine } from './chat/chat-notes.ts'

/** The messages between processes about one call; one may have its clock and another its sockets. */
export type RoomMessage =
  | { kind: 'presence' }
  | { kind: 'replaced'; connectionIds: string[] }
  /** This person's place at an event is not valid any more. */
  | { kind: 'place-lost'; personId: string }
  | { kind: 'stats'; stats: CallStats }
  /** Removes everyone, with this close code, after a last message with the time. */
  | { kind: 'ended'; stats: CallStats; code: number }
  /** The request changed: check whether the call may continue. */
  | { kind: 'changed' }
  /** A new line, and the people who blocked its author, or whom the author blocked. */
  | { kind: 'chat-line'; line: StoredLine; unseenBy: string[] }
  /** Ids of removed lines. */
  | { kind: 'chat-gone'; ids: string[] }
  /** The rules of the chat, its moderators or who is muted changed. */
  | { kind: 'chat-changed' }
  /** Lines may have been lost on their way. */
  | { kind: 'chat-again' }
  /** How often people reacted in the last step. */
  | { kind: 'reactions'; counts: ReactionCounts }
  | { kind: 'sharing'; sharing: SharingNews }
  /** These questions were asked, voted for, answered or hidden: each process reads them by itself. */
  | { kind: 'questions'; ids: string[] }
  /** Hands were raised or lowered; who is on the stage changed: each process reads it by itself. */
  | { kind: 'hands' | 'stage' }
  /** The keepsake of a call changed: each of the two reads it by itself. */
  | { kind: 'keepsake' }
  /** How many viewers are shown which size of the owner's video. */
  | { kind: 'sizes'; sizes: VideoSizes }
  /** The line of a queue has changed: everybody gets their own view of it. */
  | { kind: 'queue' }

const channelOf = (roomId: string) => `call:${roomId}`

export function publishToRoom(bus: Bus, roomId: string, message: RoomMessage): Promise<void> {
  return bus.publish(channelOf(roomId), message)
}

/** Informs all processes that a line has changed; each process reads it by itself. */
export const publishLine = (bus: Bus, eventId: string): Promise<void> =>
  publishToRoom(bus, eventId, { kind: 'queue' })

/**
 * Returns a function that stops listening. Only servers of one version write to the bus, so its messages need no
 * validation.
 */
export function subscribeToRoom(
  bus: Bus,
  roomId: string,
  listener: (message: RoomMessage) => void,
): Promise<() => Promise<void>> {
  return bus.subscribe(channelOf(roomId), message => listener(message as unknown as RoomMessage))
}

/** A channel of all processes, whatever rooms they have. */
const ALL_PROCESSES = 'calls'

/**
 * Informs every process, also this one, that this one could not reach the others for a while: both sides missed each
 * other's messages.
 */
export const publishReturn = (bus: Bus): Promise<void> => bus.publish(ALL_PROCESSES, { kind: 'returned' })

/** Answers the way to stop listening. */
export const subscribeToReturns = (bus: Bus, listener: () => void): Promise<() => Promise<void>> =>
  bus.subscribe(ALL_PROCESSES, listener)
