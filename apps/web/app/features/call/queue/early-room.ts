import {
  createVideoRoom,
  type JoinAddress,
  JoinRefused,
  type VideoRoom,
  type VideoRoomOptions,
} from '../../../video/index.ts'
import type { EarlyRoom } from './queue-session.ts'

type CreateRoom = (options: VideoRoomOptions) => VideoRoom

/** A room that is joined before its turn; until a call takes it there is no other way in. */
export function prepareRoom(early: JoinAddress, create: CreateRoom = createVideoRoom): EarlyRoom {
  let join: VideoRoomOptions['join'] = () => Promise.reject(new JoinRefused())
  let isTaken = false
  const room = create({ join: () => join() })
  room.prepare(early)
  return {
    claim(options) {
      join = options.join
      isTaken = true
      return room
    },
    leave() {
      if (!isTaken) room.leave()
    },
  }
}

/** The rooms of one call: the first is the one that was joined before, where there is one. */
export function onceFrom(early: EarlyRoom | null, create: CreateRoom = createVideoRoom): CreateRoom {
  let unused = early
  return options => {
    const room = unused?.claim(options) ?? create(options)
    unused = null
    return room
  }
}
