import { expect, it } from 'vitest'
import { datedSteps, type LadderSale, partOf, percentAt } from './money-back.ts'
import { HOUR_MS } from './time-units.ts'

const START = new Date('2026-03-10T12:00:00Z')
const before = (hours: number) => new Date(START.getTime() - hours * HOUR_MS)
const sale = (changed: Partial<LadderSale>): LadderSale => ({
  policy: 'strict',
  startsAt: START,
  paidAt: before(200),
  atMostPercent: 100,
  ...changed,
})
const at = (hours: number, changed: Partial<LadderSale> = {}) =>
  percentAt(datedSteps(sale(changed)), before(hours))

it.each<[LadderSale['policy'], number, number | null]>([
  ['flexible', 0.001, 100],
  ['flexible', 0, null],
  ['moderate', 24.001, 100],
  ['moderate', 24, 50],
  ['moderate', 0, null],
  ['strict', 72.001, 100],
  ['strict', 72, 50],
  ['strict', 24, 0],
  ['strict', 0, null],
])('a %s call gives %i hours before its start: %s %', (policy, hours, percent) => {
  expect(at(hours, { policy })).toBe(percent)
})

it('gives all in the first hour after paying, if the start is over two hours away', () => {
  expect(at(9.001, { paidAt: before(10) })).toBe(100)
  expect(at(9, { paidAt: before(10) })).toBe(0)
  // Paid 2.5 hours before: the grace ends with the second hour before the start.
  expect(at(2.001, { paidAt: before(2.5) })).toBe(100)
  expect(at(2, { paidAt: before(2.5) })).toBe(0)
  expect(at(1.5, { paidAt: before(1.5) })).toBe(0)
})

it('never gives more after a move than it gave before', () => {
  expect(at(100, { atMostPercent: 50 })).toBe(50)
  expect(at(9.5, { paidAt: before(10), atMostPercent: 50 })).toBe(50)
  expect(datedSteps(sale({ atMostPercent: 0 }))).toEqual([{ until: START, percent: 0 }])
})

it('has no step without length where the first hour ends with one', () => {
  const steps = datedSteps(sale({ paidAt: before(25) }))
  expect(steps).toEqual([
    { until: before(24), percent: 100 },
    { until: START, percent: 0 },
  ])
})

it('gives half a penny to the buyer', () => {
  expect(partOf(2501, 50)).toBe(1251)
  expect(partOf(2500, 0)).toBe(0)
})
