import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectionCheck } from './connection-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function checked(answers: (number | null)[]) {
  const check = createConnectionCheck(async () => answers.shift() ?? null)
  await vi.advanceTimersByTimeAsync(0)
  return check
}

test('a short round trip is a good connection, a long one a weak one', async () => {
  const check = await checked([40, 299, 300])
  expect(check.getSnapshot()).toEqual({ grade: 'good', roundTripMs: 40 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(check.getSnapshot()).toEqual({ grade: 'good', roundTripMs: 299 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(check.getSnapshot()).toEqual({ grade: 'weak', roundTripMs: 300 })
  check.stop()
})

test('a connection on its way is given eight seconds before it is called none', async () => {
  const check = await checked([])
  await vi.advanceTimersByTimeAsync(5_999)
  expect(check.getSnapshot().grade).toBe('measuring')
  await vi.advanceTimersByTimeAsync(1)
  expect(check.getSnapshot()).toEqual({ grade: 'none', roundTripMs: null })
  check.stop()
})

test('a connection that was there and is lost is none at the next look', async () => {
  const check = await checked([40])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(check.getSnapshot().grade).toBe('none')
  check.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a probe that fails counts as nothing getting through', async () => {
  const check = createConnectionCheck(() => Promise.reject(new Error('offline')))
  await vi.advanceTimersByTimeAsync(8_000)
  expect(check.getSnapshot().grade).toBe('none')
  check.stop()
})
