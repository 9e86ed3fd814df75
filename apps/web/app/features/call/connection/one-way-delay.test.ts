import { expect, it } from 'vitest'
import { OneWayDelay } from './one-way-delay.ts'

const after = (...roundTripsMs: number[]) => {
  const delay = new OneWayDelay()
  for (const each of roundTripsMs) delay.note(each)
  return delay.oneWayMs
}

it('is half of the shortest round trip, since waiting only adds', () => {
  expect(after()).toBe(0)
  expect(after(120, 80, 400)).toBe(40)
})

it('forgets a round trip after six others, and never says more than half a second', () => {
  expect(after(20, 100, 100, 100, 100, 100, 100)).toBe(50)
  expect(after(60_000)).toBe(500)
})
