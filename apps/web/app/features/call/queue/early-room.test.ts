import { expect, it } from 'vitest'
import { JoinRefused, type VideoRoomOptions } from '../../../video/index.ts'
import { FakeRoom } from '../testing/fake-room.ts'
import { onceFrom, prepareRoom } from './early-room.ts'

const EARLY = { url: 'wss://video', token: 'early', provider: 'embedded' }
const NOW = { url: 'wss://video', token: 'now', provider: 'embedded' }
const rooms = () => {
  const made: FakeRoom[] = []
  const create = (options: VideoRoomOptions) => {
    const room = new FakeRoom(options)
    made.push(room)
    return room
  }
  return { made, create }
}

it('the room that was joined before is the first of the call, which then says how it is joined again', async () => {
  const { made, create } = rooms()
  const createRoom = onceFrom(prepareRoom(EARLY, create), create)
  await expect(made[0]?.options.join()).rejects.toThrow(JoinRefused)
  expect(createRoom({ join: async () => NOW })).toBe(made[0])
  expect(await made[0]?.options.join()).toEqual(NOW)
  expect(createRoom({ join: async () => NOW })).toBe(made[1])
})

it('a room that no call took is left; one that a call took is the call’s to leave', () => {
  const { made, create } = rooms()
  prepareRoom(EARLY, create).leave()
  const taken = prepareRoom(EARLY, create)
  onceFrom(taken, create)({ join: async () => NOW })
  taken.leave()
  expect(made.map(room => room.getSnapshot().status)).toEqual(['ended', 'idle'])
})

it('a call without such a room makes its own', () => {
  const { made, create } = rooms()
  expect(onceFrom(null, create)({ join: async () => NOW })).toBe(made[0])
})
