import { SIZES_EVERY_MS } from '@parley/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SizesWatched } from './sizes-watched.ts'
import { VideoRoom } from './video-room.ts'
import type { WorkerProcess } from './worker-process.ts'

const WORKER = {} as WorkerProcess
let reported: unknown[]
let sizes: SizesWatched

beforeEach(() => {
  vi.useFakeTimers()
  reported = []
  sizes = new SizesWatched((roomId, watched) => reported.push([roomId, watched.large, watched.small]))
})
afterEach(() => vi.useRealTimers())

function open(kind: 'call' | 'broadcast') {
  const claims = { roomId: 'r', kind, canSubscribe: true }
  const room = new VideoRoom({ ...claims, identity: 'host', canPublish: true }, WORKER)
  const enter = (identity: string, canPublish = false) => {
    const participant = room.enter({ ...claims, identity, canPublish }, 'two', 0)
    if (!participant) throw new Error('no place')
    participant.connected = true
    return participant
  }
  enter('host', true)
  return { room, enter }
}

it('counts who is connected and sees the owner, and not the owner', () => {
  const { room, enter } = open('broadcast')
  enter('ann')
  enter('bob').small.add('a')
  enter('cid').small.add('b')
  enter('dan').connected = false
  sizes.changed(room)
  expect(reported).toEqual([['r', 2, 1]])
})

it('tells a rush together, once a second, and what did not change not again', () => {
  const { room, enter } = open('broadcast')
  for (let i = 0; i < 50; i++) {
    enter(`viewer ${i}`)
    sizes.changed(room)
  }
  expect(reported).toEqual([['r', 1, 0]])
  vi.advanceTimersByTime(SIZES_EVERY_MS)
  expect(reported.slice(1)).toEqual([['r', 50, 0]])
  vi.advanceTimersByTime(10 * SIZES_EVERY_MS)
  sizes.changed(room)
  expect(reported).toHaveLength(2)
})

it('says nothing of a call, whose pictures have one size', () => {
  const { room, enter } = open('call')
  expect(enter('buyer', true).sizes).toBe('one')
  sizes.changed(room)
  expect(reported).toEqual([])
})
