export type { Bus, BusMessage, PresenceEntry } from './bus.ts'
export { type Calls, createCalls } from './calls.ts'
export { reportableLine } from './chat/reportable-line.ts'
export { createCallTime } from './clock/call-time.ts'
export type { CallsDeps, RoomSubjects } from './deps.ts'
export {
  figuresOf,
  listNotGood,
  opinionsOf,
} from './opinions/opinion-store.ts'
export { reportableQuestion } from './questions/reportable-question.ts'
export { publishLine } from './room-messages.ts'
export type { RoomKey, RoomSubject } from './room-subject.ts'
export {
  endReportedCalls,
  leaveCallsWith,
  type RoomDomains,
  roomSubjects,
  roomWork,
  type TurnRooms,
} from './rooms.ts'
export { isRoomCounted } from './store.ts'
export type { VideoEvent, VideoProvider } from './video-provider.ts'
