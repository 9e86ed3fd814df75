import { expect, it } from 'vitest'
import { RepeatLimiter } from './repeat-limiter.ts'

const link = { bps: 800_000, roundTripMs: 100 }
const packet = (sequence: number) => ({ sequence, bytes: 1_000 })

it('repeats a burst, and then a quarter of what the link takes', () => {
  const limiter = new RepeatLimiter()
  const allowed = (from: number, count: number, nowMs: number) =>
    Array.from({ length: count }, (_, i) => limiter.allow(packet(from + i), link, nowMs)).filter(Boolean)
      .length
  expect(allowed(0, 40, 0)).toBe(15)
  // A quarter of 100,000 bytes a second, for 0.2 s.
  expect(allowed(100, 40, 200)).toBe(5)
  expect(allowed(200, 40, 60_000)).toBe(15)
})

it('does not repeat one packet again before the first repeat can have come', () => {
  const limiter = new RepeatLimiter()
  expect(limiter.allow(packet(1), link, 0)).toBe(true)
  expect(limiter.allow(packet(1), link, 79)).toBe(false)
  expect(limiter.allow(packet(2), link, 79)).toBe(true)
  expect(limiter.allow(packet(1), link, 80)).toBe(true)
})
