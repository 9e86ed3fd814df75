import { ChosenRoom } from './chosen-room.ts'
import type { VideoRoom, VideoRoomOptions } from './video-room.ts'

export {
  IDLE_ROOM,
  type JoinAddress,
  JoinRefused,
  type RemoteParticipant,
  UNKNOWN_PROVIDER,
  type VideoQuality,
  type VideoRoom,
  type VideoRoomOptions,
  type VideoRoomSnapshot,
  type VideoStatus,
} from './video-room.ts'

/** A room to connect to; it does nothing before `connect`. */
export function createVideoRoom(options: VideoRoomOptions): VideoRoom {
  return new ChosenRoom(options)
}
