import { expect, test } from 'vitest'
import { totalBlockingMs } from './blocking-time.ts'

const task = (startMs: number, durationMs: number) => ({ startMs, durationMs })

test('a task blocks by what it takes over 50 ms', () => {
  expect(totalBlockingMs([task(100, 50)], 0, 1_000)).toBe(0)
  expect(totalBlockingMs([task(100, 51)], 0, 1_000)).toBe(1)
  expect(totalBlockingMs([task(100, 120), task(300, 80), task(500, 10)], 0, 1_000)).toBe(100)
  expect(totalBlockingMs([], 0, 1_000)).toBe(0)
})

test('of a task across the first paint or the end, only the part between them counts', () => {
  expect(totalBlockingMs([task(0, 200)], 100, 1_000)).toBe(50)
  expect(totalBlockingMs([task(0, 140)], 100, 1_000)).toBe(0)
  expect(totalBlockingMs([task(900, 300)], 100, 1_000)).toBe(50)
})

test('a task before the first paint or after the end does not count', () => {
  expect(totalBlockingMs([task(0, 90)], 100, 1_000)).toBe(0)
  expect(totalBlockingMs([task(1_200, 400)], 100, 1_000)).toBe(0)
})
