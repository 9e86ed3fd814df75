import { expect, test } from 'vitest'
import { stillElapsedTime } from '../../../realtime/testing/still-elapsed-time.ts'
import { Absences } from './absences.ts'

test('who is away may come back for a while, from when they were missed first', () => {
  const time = stillElapsedTime()
  const absences = new Absences()
  expect(absences.isThere('room ann', false, 5_000)).toBe(true)
  time.advance(4_000)
  expect(absences.isThere('room ann', false, 5_000)).toBe(true)
  time.advance(2_000)
  expect(absences.isThere('room ann', false, 5_000)).toBe(false)
})

test('an absence in a room that nobody polls is forgotten, and begins again with the next poll', () => {
  const time = stillElapsedTime()
  const absences = new Absences()
  expect(absences.isThere('left-room ann', false, 5_000)).toBe(true)
  time.advance(61_000)
  absences.isThere('other-room bob', true, 5_000)
  expect(absences.isThere('left-room ann', false, 5_000)).toBe(true)
})
