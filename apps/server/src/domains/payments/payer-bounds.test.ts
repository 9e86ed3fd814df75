import { HOUR_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { waitSeconds } from './payer-bounds.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const msAgo = (...ago: readonly number[]) => ago.map(ms => new Date(NOW.getTime() - ms))

test.each([
  ['fewer tries than the limit need no wait', msAgo(1_000, 0), 3, null],
  ['the last allowed try a moment ago needs an hour', msAgo(0, 0, 0), 3, 3600],
  ['the oldest of the tries that count ends the wait', msAgo(3_000_000, 600_000, 0), 3, 600],
  ['tries before the last allowed ones do not count', msAgo(3_000_000, 600_000, 60_000, 0), 3, 3000],
  ['a begun second is waited for', msAgo(HOUR_MS - 1_001), 1, 2],
  ['the shortest wait is a second', msAgo(HOUR_MS - 300), 1, 1],
  ['a wait is never less than a second', msAgo(HOUR_MS), 1, 1],
])('%s', (_title, times, max, wait) => {
  expect(waitSeconds(times, max, NOW)).toBe(wait)
})
