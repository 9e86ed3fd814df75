import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutoJoin } from './auto-join.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function room() {
  const joined = vi.fn()
  return { joined, autoJoin: createAutoJoin(joined) }
}

test('nobody is joined before everything is there', () => {
  const { joined, autoJoin } = room()
  vi.advanceTimersByTime(60_000)
  expect(joined).not.toHaveBeenCalled()
  expect(autoJoin.getSnapshot()).toEqual({ secondsLeft: null, isHeld: false })
})

test('it counts three seconds and joins once', () => {
  const { joined, autoJoin } = room()
  autoJoin.begin()
  autoJoin.begin()
  expect(autoJoin.getSnapshot().secondsLeft).toBe(3)
  vi.advanceTimersByTime(2_999)
  expect(autoJoin.getSnapshot().secondsLeft).toBe(1)
  expect(joined).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(joined).toHaveBeenCalledOnce()
})

test('whoever says not yet is joined by their own press alone', () => {
  const { joined, autoJoin } = room()
  autoJoin.begin()
  autoJoin.hold()
  autoJoin.begin()
  vi.advanceTimersByTime(60_000)
  expect(joined).not.toHaveBeenCalled()
  expect(autoJoin.getSnapshot()).toEqual({ secondsLeft: null, isHeld: true })
})

test('the count begins anew when the other person goes and comes back', () => {
  const { joined, autoJoin } = room()
  autoJoin.begin()
  vi.advanceTimersByTime(2_000)
  autoJoin.pause()
  vi.advanceTimersByTime(60_000)
  autoJoin.begin()
  expect(autoJoin.getSnapshot().secondsLeft).toBe(3)
  vi.advanceTimersByTime(3_000)
  expect(joined).toHaveBeenCalledOnce()
})
