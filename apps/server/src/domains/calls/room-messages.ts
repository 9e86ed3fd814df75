import type { CallStats } from '@parley/contract'
import type { Bus } from './bus.ts'

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

const channelOf = (roomId: string) => `call:${roomId}`

export function publishToRoom(bus: Bus, roomId: string, message: RoomMessage): Promise<void> {
  return bus.publish(channelOf(roomId), message)
}

/** Answers the way to stop listening. Only servers of one version write to the bus, so its messages are taken as they are. */
export function subscribeToRoom(
  bus: Bus,
  roomId: string,
  listener: (message: RoomMessage) => void,
): Promise<() => Promise<void>> {
  return bus.subscribe(channelOf(roomId), message => listener(message as unknown as RoomMessage))
}
