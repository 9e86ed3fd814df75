import { expect, it } from 'vitest'
import { RateMeter } from './rate-meter.ts'

it('says what came in the last second, and forgets it', () => {
  const meter = new RateMeter()
  for (let nowMs = 0; nowMs < 3_000; nowMs += 10) meter.note(100, nowMs)
  expect(meter.bps(2_999)).toBe(80_000)
  expect(meter.bps(3_499)).toBe(40_000)
  expect(meter.bps(4_000)).toBe(0)
  meter.note(100, 60_000)
  expect(meter.bps(60_000)).toBe(800)
})
