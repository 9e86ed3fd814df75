import { expect, it } from 'vitest'
import { Arrivals } from './arrivals.ts'

it('packets that are read at once after a standstill may have waited, all others have not', () => {
  const arrivals = new Arrivals()
  const calls = [5_000, 5_025, 5_275, 5_526, 5_560, 5_625, 5_626, 5_650, 6_000, 6_050, 6_100]
  expect(calls.filter(nowMs => arrivals.mayHaveWaited(nowMs))).toEqual([5_526, 5_560, 5_625, 6_000, 6_050])
})
