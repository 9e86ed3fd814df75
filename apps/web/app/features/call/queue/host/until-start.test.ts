import { expect, it } from 'vitest'
import { untilStartMs } from './host-words.ts'

const START = '2026-12-01T19:00:00.000Z'

it.each([
  ['before the start', '2026-12-01T18:59:30.000Z', 30_000],
  ['at the start', START, 0],
  ['later', '2026-12-01T19:20:00.000Z', 0],
])(
  'a line may be opened by the time of the server, whatever the clock of the device says: %s',
  (_when, now, ms) => {
    expect(untilStartMs(START, { now })).toBe(ms)
    expect(untilStartMs(null, { now })).toBe(0)
  },
)
