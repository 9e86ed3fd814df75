import type { PersonSocket } from '../../../realtime/person-socket.ts'
import type { RoomSubject } from '../room-subject.ts'

/** One room's sockets of this process, as the chat needs them. */
export interface ChatRoom {
  roomId: string
  subject: RoomSubject
  sockets(): PersonSocket[]
}
