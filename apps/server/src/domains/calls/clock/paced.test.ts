import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of a thousand who come within a second, the room is told at once and then three times, the last time of all', async () => {
  let present = 0
  const sent: number[] = []
  const paced = new Paced(
    async () => void sent.push(present),
    () => 300,
  )
  for (; present < 1_000; present++) {
    paced.request()
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([0, 299, 599, 899, 1_000])
  paced.request()
  expect(sent).toHaveLength(6)
})

test('a room that is closed is told nothing more', async () => {
  const sent = vi.fn(async () => undefined)
  const paced = new Paced(sent, () => 300)
  paced.request()
  paced.request()
  paced.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  paced.request()
  expect(sent).toHaveBeenCalledTimes(1)
})
