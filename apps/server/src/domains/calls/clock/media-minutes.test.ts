import { MINUTE_MS } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import {
  deleteOldMediaMinutes,
  MEDIA_MINUTES_A_ROOM_MAX,
  MEDIA_MINUTES_KEPT_MS,
  saveMediaMinutes,
  selectMediaMinutes,
} from '../media-minute-store.ts'
import type { VideoEvent } from '../video-provider.ts'
import { MediaMinutes } from './media-minutes.ts'

const NOON = Date.parse('2026-05-17T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const received = (roomId: string, atMs: number, [packets, bytes]: readonly [number, number]): VideoEvent => ({
  ...{ type: 'media-received', roomId, identity: 'somebody' },
  ...{ atMs, packets, bytes },
})
const stored = async (roomId: string) =>
  (await selectMediaMinutes(database.db, roomId)).map(({ side, minute, packets, bytes }) => {
    return [side, (minute.getTime() - NOON) / MINUTE_MS, packets, bytes]
  })

test('what arrives is added up by minute and side; who has no side is not counted', async () => {
  const [roomId, minutes] = [newId(), new MediaMinutes()]
  minutes.add(received(roomId, NOON + 10_000, [500, 90_000]), 'buyer')
  minutes.add(received(roomId, NOON + 10_000, [400, 80_000]), 'influencer')
  minutes.add(received(roomId, NOON + 10_000, [9, 9]), null)
  await minutes.save(database.db, NOON + 11_000)
  minutes.add(received(roomId, NOON + 59_999, [100, 10_000]), 'buyer')
  minutes.add(received(roomId, NOON + 60_000, [50, 3_000_000_000]), 'buyer')
  await minutes.save(database.db, NOON + 61_000)
  expect(await stored(roomId)).toEqual([
    ['buyer', 0, 600, 100_000],
    ['influencer', 0, 400, 80_000],
    ['buyer', 1, 50, 3_000_000_000],
  ])
})

test('of two processes that hear the same, the greater count is stored, however often it is saved', async () => {
  const roomId = newId()
  const both = [new MediaMinutes(), new MediaMinutes()]
  for (const [index, minutes] of both.entries()) {
    minutes.add(received(roomId, NOON, [100 - index, 9_000 + index]), 'buyer')
  }
  await Promise.all([...both, ...both].map(minutes => minutes.save(database.db, NOON)))
  expect(await stored(roomId)).toEqual([['buyer', 0, 100, 9_001]])
})

test('it is time to save when a side of a call has left', () => {
  const [roomId, minutes] = [newId(), new MediaMinutes()]
  const left = { type: 'participant-left', roomId, identity: 'somebody', atMs: NOON } as const
  expect(minutes.add(received(roomId, NOON, [1, 2]), 'buyer')).toBe('wait')
  // Attack: thousands of viewers who come and go, to have the process write all the time.
  expect(minutes.add(left, null)).toBe('wait')
  expect(minutes.add(left, 'buyer')).toBe('save')
})

test('what could not be stored is stored the next time', async () => {
  const [roomId, minutes] = [newId(), new MediaMinutes()]
  minutes.add(received(roomId, NOON, [1, 2]), 'buyer')
  const away = await createTestDatabase()
  await away.close()
  await expect(minutes.save(away.db, NOON)).rejects.toThrow()
  await minutes.save(database.db, NOON)
  expect(await stored(roomId)).toEqual([['buyer', 0, 1, 2]])
})

test('a room has a most of minutes, and each goes after thirteen months', async () => {
  const roomId = newId()
  const many = Array.from({ length: MEDIA_MINUTES_A_ROOM_MAX }, (_, index) => ({
    ...{ roomId, side: 'buyer' as const, packets: 1, bytes: 1 },
    minute: new Date(NOON + index * MINUTE_MS),
  }))
  await saveMediaMinutes(database.db, many)
  const more = { roomId, side: 'influencer' as const, minute: new Date(NOON), packets: 1, bytes: 1 }
  await saveMediaMinutes(database.db, [more])
  expect(await stored(roomId)).toHaveLength(MEDIA_MINUTES_A_ROOM_MAX)
  await deleteOldMediaMinutes(database.db, new Date(NOON + MEDIA_MINUTES_KEPT_MS + 10 * MINUTE_MS))
  expect((await stored(roomId))[0]).toEqual(['buyer', 10, 1, 1])
})
