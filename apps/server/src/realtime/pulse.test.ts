import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a thousand are looked at once a round by one timer, and not all in one moment', () => {
  const pulse = createPulse(5_000)
  const looks = Array.from({ length: 1_000 }, (_, n) => {
    const look = vi.fn()
    // They come over some seconds.
    if (n % 10 === 0) vi.advanceTimersByTime(50)
    return { look, leave: pulse.join(look) }
  })
  expect(vi.getTimerCount()).toBe(1)
  for (const { look } of looks) look.mockClear()
  let most = 0
  for (let moment = 0; moment < 20; moment++) {
    const before = looks.filter(({ look }) => look.mock.calls.length > 0).length
    vi.advanceTimersByTime(250)
    most = Math.max(most, looks.filter(({ look }) => look.mock.calls.length > 0).length - before)
  }
  expect(new Set(looks.map(({ look }) => look.mock.calls.length))).toEqual(new Set([1]))
  expect(most).toBeLessThan(150)
  for (const { leave } of looks) leave()
  expect(vi.getTimerCount()).toBe(0)
})

test('who leaves is looked at no more, also twice, and the others still are', () => {
  const pulse = createPulse(1_000)
  const [one, two] = [vi.fn(), vi.fn()]
  const leave = pulse.join(one)
  pulse.join(two)
  leave()
  leave()
  vi.advanceTimersByTime(3_000)
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 3])
})

test('the first look comes after a whole round', () => {
  const pulse = createPulse(1_000)
  const look = vi.fn()
  pulse.join(look)
  vi.advanceTimersByTime(950)
  expect(look).not.toHaveBeenCalled()
  vi.advanceTimersByTime(50)
  expect(look).toHaveBeenCalledOnce()
})
