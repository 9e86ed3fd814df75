import { expect, it } from 'vitest'
import { nextWords } from './next-words.ts'

const report = { isPlace: false, hasRecord: true, isByStaff: false, until: null }

it('says until when: the moment where a decision gave the reader their own time', () => {
  expect(nextWords(null, report)).toContain('within 48 hours of the end of the call')
  const until = '4 Jan 2026, 10:00'
  for (const isPlace of [true, false])
    expect(nextWords(null, { ...report, isPlace, until })).toBe('Say what was wrong until 4 Jan 2026, 10:00.')
})

it('says before the press who decides', () => {
  expect(nextWords('cut_short', report)).toContain('our own record')
  expect(nextWords('cut_short', { ...report, isByStaff: true })).toContain('A person looks at it')
  expect(nextWords('quality', report)).toContain('A person looks at it')
  const place = { ...report, isPlace: true }
  expect(nextWords('cut_short', { ...place, hasRecord: false })).toContain('paid for this place')
  expect(nextWords('quality', place)).toContain('paid for this place')
  // Of a turn in a line the intervals of both are recorded.
  expect(nextWords('cut_short', place)).toContain('our own record')
})
