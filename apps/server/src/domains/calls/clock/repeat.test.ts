import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a job is done every so often from its first wait on, also after it failed, until it is stopped', async () => {
  const doneAt: number[] = []
  const failed = vi.fn()
  const stop = repeat(
    15_000,
    () => {
      doneAt.push(performance.now())
      if (doneAt.length === 2) throw new Error('the bus is away')
    },
    failed,
  )
  const begunAt = performance.now()
  await vi.advanceTimersByTimeAsync(4 * 15_000)
  expect(doneAt.map(at => at - begunAt)).toEqual([15_000, 30_000, 45_000, 60_000])
  expect(failed).toHaveBeenCalledTimes(1)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(doneAt).toHaveLength(4)
})

test('a job that takes longer is done again at once when it ends, and never twice at a time', async () => {
  let [begun, now, most] = [0, 0, 0]
  const stop = repeat(
    1_000,
    async () => {
      begun++
      now++
      most = Math.max(most, now)
      // Time itself is tested, and it is not the machine's.
      await new Promise(resolve => setTimeout(resolve, 2_500))
      now--
    },
    error => expect.fail(String(error)),
  )
  await vi.advanceTimersByTimeAsync(1_000 + 4.5 * 2_500)
  expect([begun, most]).toEqual([5, 1])
  stop()
})
