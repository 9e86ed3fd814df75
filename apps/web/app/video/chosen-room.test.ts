import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChosenRoom } from './chosen-room.ts'
import { JoinRefused } from './video-room.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})
afterEach(() => void vi.unstubAllGlobals())

test('a refused person is told so before any provider’s client is loaded', async () => {
  const room = new ChosenRoom({ join: () => Promise.reject(new JoinRefused()) })
  room.connect(null)
  expect(room.getSnapshot().status).toBe('connecting')
  await vi.waitFor(
    () => expect(room.getSnapshot()).toMatchObject({ status: 'ended', endReason: 'refused' }),
    SOON,
  )
})

test('a failed join request is repeated', async () => {
  const join = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValue(new JoinRefused())
  const room = new ChosenRoom({ join })
  room.connect(null)
  await vi.waitFor(() => expect(room.getSnapshot().status).toBe('ended'), { timeout: 60_000 })
  expect(join).toHaveBeenCalledTimes(2)
})

test('a person who leaves during the join request does not enter the room', async () => {
  const requested = Promise.withResolvers<never>()
  const room = new ChosenRoom({ join: () => requested.promise })
  room.connect(null)
  room.leave()
  requested.reject(new Error('away'))
  // The rejection is intended.
  await requested.promise.catch(() => undefined)
  expect(room.getSnapshot()).toMatchObject({ status: 'ended', endReason: 'left' })
})

test('a provider that this page does not know is an error, and no other provider is tried', async () => {
  const join = vi.fn().mockResolvedValue({ url: 'wss://video.example', token: 'token', provider: 'stub' })
  const room = new ChosenRoom({ join })
  room.connect(null)
  const end = { status: 'ended', endReason: 'unknown-provider' }
  await vi.waitFor(() => expect(room.getSnapshot()).toMatchObject(end), SOON)
  expect(join).toHaveBeenCalledTimes(1)
})
