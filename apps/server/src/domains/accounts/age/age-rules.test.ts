import { describe, expect, test } from 'vitest'
import { ageOn, ageState, londonDay } from './age-rules.ts'

describe('an age', () => {
  test.each([
    ['2026-05-16', '2008-05-17', 17],
    ['2026-05-17', '2008-05-17', 18],
    ['2026-05-18', '2008-05-17', 18],
    ['2026-01-01', '2008-12-31', 17],
    ['2026-02-28', '2008-02-29', 17],
    ['2026-03-01', '2008-02-29', 18],
    ['2028-02-29', '2008-02-29', 20],
  ])('on %s of somebody born on %s is %d', (day, birthDate, age) => {
    expect(ageOn(day, birthDate)).toBe(age)
  })

  test('goes by the calendar of London, which is an hour ahead in summer', () => {
    expect(londonDay(new Date('2026-05-16T22:59:59Z'))).toBe('2026-05-16')
    expect(londonDay(new Date('2026-05-16T23:00:00Z'))).toBe('2026-05-17')
    expect(londonDay(new Date('2026-01-16T23:30:00Z'))).toBe('2026-01-16')
  })
})

test('somebody may book when a confirmed date says so, or when nobody is asked', () => {
  const now = new Date('2026-05-17T12:00:00Z')
  const known = { birthDate: '2008-05-17', isConfirmed: true }
  expect(ageState(known, { minAge: 18, now })).toBe('old_enough')
  expect(ageState({ ...known, isConfirmed: false }, { minAge: 18, now })).toBe('too_young')
  expect(ageState({ ...known, birthDate: '2008-05-18' }, { minAge: 18, now })).toBe('too_young')
  expect(ageState(null, { minAge: 18, now })).toBe('unknown')
  expect(ageState(null, { minAge: 0, now })).toBe('old_enough')
})
