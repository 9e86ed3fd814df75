import type { CallStats, PictureSizes, ReactionCounts, SharingNews } from '@parley/contract'
import type { Bus } from './bus.ts'
import type { StoredLine } from './chat/chat-notes.ts'

/** What processes tell each other about one call; who holds its clock and who holds its sockets may differ. */
export type RoomMessage =
  | { kind: 'presence' }
  | { kind: 'replaced'; connectionIds: string[] }
  /** This person's place at an event does not stand any more. */
  | { kind: 'place-lost'; personId: string }
  | { kind: 'stats'; stats: CallStats }
  /** Everyone out, with this close code, after a last word on the time. */
  | { kind: 'ended'; stats: CallStats; code: number }
  /** Something about the request changed: whether the call may go on is to be looked at again. */
  | { kind: 'changed' }
  /** Somebody wrote a line; these people have blocked its author, or the author them. */
  | { kind: 'chat-line'; line: StoredLine; unseenBy: string[] }
  /** Ids of removed lines. */
  | { kind: 'chat-gone'; ids: string[] }
  /** The rules of the chat, its moderators or who is muted changed. */
  | { kind: 'chat-changed' }
  /** How often people reacted in the last step. */
  | { kind: 'reactions'; counts: ReactionCounts }
  | { kind: 'sharing'; sharing: SharingNews }
  /** These questions were asked, voted for, answered or hidden: each process reads them by itself. */
  | { kind: 'questions'; ids: string[] }
  /** Hands were raised or lowered; who is on the stage changed: each process reads it by itself. */
  | { kind: 'hands' | 'stage' }
  /** The keepsake of a call changed: each of the two reads it by itself. */
  | { kind: 'keepsake' }
  /** How many viewers are shown which size of the owner's picture. */
  | { kind: 'sizes'; sizes: PictureSizes }
  /** The line of a queue has changed: everybody is told their own part of it. */
  | { kind: 'queue' }

const channelOf = (roomId: string) => `call:${roomId}`

export function publishToRoom(bus: Bus, roomId: string, message: RoomMessage): Promise<void> {
  return bus.publish(channelOf(roomId), message)
}

/** Tells everybody in a line that it has changed; each process reads it by itself. */
export const tellLine = (bus: Bus, eventId: string): Promise<void> =>
  publishToRoom(bus, eventId, { kind: 'queue' })

/**
 * Answers the way to stop listening. Only servers of one version write to the bus, so its messages are taken as they
 * are.
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
 * Tells every process, this one too, that this one could not reach the others for a while: what it published in that
 * time they have not heard, and what they published it has not.
 */
export const publishReturn = (bus: Bus): Promise<void> => bus.publish(ALL_PROCESSES, { kind: 'returned' })

/** Answers the way to stop listening. */
export const subscribeToReturns = (bus: Bus, listener: () => void): Promise<() => Promise<void>> =>
  bus.subscribe(ALL_PROCESSES, listener)
