import { DAY_MS, MINUTE_MS, seconds } from '@parley/contract'
import { expect, it } from 'vitest'
import { Refusal } from '../../core/refusal.ts'
import { checkedTimeRange } from './time-range.ts'

const now = new Date('2026-03-01T12:00:00Z')
const against = { durationSeconds: seconds(900), now }
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()

function answerTo(startMs: number, lengthMs: number): string {
  try {
    const range = checkedTimeRange({ start: at(startMs), end: at(startMs + lengthMs) }, against)
    return range ? 'agreed' : 'no date'
  } catch (error) {
    return error instanceof Refusal ? String(error.body.timeRange) : 'a bug'
  }
}

it.each<[string, number, number, string]>([
  ['a time that begins soon and is as long as the call', 1, 15 * MINUTE_MS, 'agreed'],
  ['a start at this moment', 0, 15 * MINUTE_MS, 'Please choose a start in the future'],
  ['a start in more than a year', 367 * DAY_MS, 15 * MINUTE_MS, 'Please choose a start within a year'],
  ['less time than is bought', DAY_MS, 15 * MINUTE_MS - 1, 'The time is too short for this session'],
  ['an end before the start', DAY_MS, -DAY_MS, 'The time is too short for this session'],
  ['a whole week', DAY_MS, 7 * DAY_MS, 'agreed'],
  ['more than a week', DAY_MS, 7 * DAY_MS + 1, 'Please choose an end within a week of the start'],
])('%s is answered rightly', (_what, startMs, lengthMs, answer) => {
  expect(answerTo(startMs, lengthMs)).toBe(answer)
})

it('lets a request have no date', () => {
  expect(checkedTimeRange(null, against)).toBeNull()
})
