import { expect, test } from 'vitest'
import { allowance } from './allowance.ts'
import { stillElapsedTime } from './testing/still-elapsed-time.ts'

test('an allowance holds its burst, fills as time passes, and holds no more than that', () => {
  const time = stillElapsedTime()
  const may = allowance({ burst: 3, perSecond: 2 })
  const taken = (times: number) => Array.from({ length: times }, may).filter(Boolean).length
  expect(taken(5)).toBe(3)
  time.advance(499)
  expect(taken(1)).toBe(0)
  time.advance(1)
  expect(taken(2)).toBe(1)
  time.advance(60_000)
  expect(taken(5)).toBe(3)
})
