import { ChosenRoom } from './chosen-room.ts'
import type { VideoRoom, VideoRoomOptions } from './video-room.ts'

export {
  JoinRefused,
  type RemoteParticipant,
  type VideoQuality,
  type VideoRoom,
  type VideoRoomOptions,
  type VideoRoomSnapshot,
  type VideoStatus,
} from './video-room.ts'

/** A room to connect to; nothing happens before `connect`. */
export function createVideoRoom(options: VideoRoomOptions): VideoRoom {
  return new ChosenRoom(options)
}
