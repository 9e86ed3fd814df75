import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackground } from '../composition/background.ts'
import { repeatUntilStopped } from './sweeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work runs at its own first moment, then at each interval, also after a failure, and not once it is stopped', async () => {
  let runs = 0
  const failures: unknown[] = []
  const work = async () => {
    runs += 1
    if (runs === 2) throw new Error('once')
  }
  const job = repeatUntilStopped({ everyMs: 1_000, firstMs: 100 }, work, error => failures.push(error))
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([runs, failures.length]).toEqual([3, 1])
  await job.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(3)
})

test('a server that is started again within the hour removes what nobody needs too', async () => {
  const nothing = async () => undefined
  const cleanUp = vi.fn(nothing)
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const jobs = startBackground({ log, applyDue: nothing, cleanUp: [cleanUp], readKeys: nothing })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cleanUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(cleanUp).toHaveBeenCalledTimes(1)
  await jobs.stop()
})
