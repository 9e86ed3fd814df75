import { describe, expect, it } from 'vitest'
import { closingMs, endsAtMs, jumped, type OpenInterval, provenMs, usedAtMs } from './paid-time.ts'

/** A second stretch of a call of 60 s, of which 25 s were used before. */
const interval: OpenInterval = {
  id: 'second',
  epoch: 1,
  startedAtMs: 100_000,
  notBeforeMs: 90_000,
  usedBeforeMs: 25_000,
  shownBeforeMs: 25_000,
  totalMs: 60_000,
}

describe('a stretch of paid time', () => {
  it('ends when with what was used before all is used that was paid', () => {
    expect(endsAtMs(interval)).toBe(135_000)
  })

  it('is closed neither before it began nor past its end', () => {
    expect([99_999, 100_001, 134_999, 135_001].map(atMs => closingMs(interval, atMs))).toEqual([
      100_000, 100_001, 134_999, 135_000,
    ])
  })

  it('adds to what was used before, and to no more than was paid', () => {
    expect([99_000, 101_000, 135_000, 999_000].map(nowMs => usedAtMs(interval, nowMs))).toEqual([
      25_000, 26_000, 60_000, 60_000,
    ])
  })

  it('is proven up to two seconds before media was last seen', () => {
    expect(provenMs(interval, 110_000)).toBe(108_000)
    expect(provenMs(interval, 101_000)).toBe(100_000)
  })

  it('moves with a jump of the machine’s clock, and not into what was counted before it', () => {
    const startAfter = (jumpMs: number) => jumped(interval, jumpMs).startedAtMs
    expect([5_000, -5_000, -50_000].map(startAfter)).toEqual([105_000, 95_000, 90_000])
  })
})
