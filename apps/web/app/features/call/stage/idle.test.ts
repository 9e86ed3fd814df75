import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdle } from './idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the controls fade four seconds after the last touch and come back with the next', () => {
  const idle = createIdle()
  idle.poke()
  vi.advanceTimersByTime(3_000)
  idle.poke()
  vi.advanceTimersByTime(3_999)
  expect(idle.getSnapshot().state).toBe('active')
  vi.advanceTimersByTime(1)
  expect(idle.getSnapshot().state).toBe('idle')
  idle.poke()
  expect(idle.getSnapshot().state).toBe('active')
})

test('nothing fades after it was stopped', () => {
  const idle = createIdle()
  idle.poke()
  idle.stop()
  vi.advanceTimersByTime(10_000)
  expect(idle.getSnapshot().state).toBe('active')
})

test('a touch wakes faded controls, also just after something else has shown them, and then presses', () => {
  const idle = createIdle()
  idle.poke()
  expect(idle.isTouchWaking()).toBe(false)
  idle.show()
  expect(idle.isTouchWaking()).toBe(false)
  vi.advanceTimersByTime(4_000)
  expect(idle.isTouchWaking()).toBe(true)
  idle.show()
  expect(idle.getSnapshot().state).toBe('active')
  vi.advanceTimersByTime(399)
  expect(idle.isTouchWaking()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(idle.isTouchWaking()).toBe(false)
})
