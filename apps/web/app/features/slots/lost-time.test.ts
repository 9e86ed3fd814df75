import type { Slots } from '@parley/contract'
import { expect, it } from 'vitest'
import { isLost } from './lost-time.ts'

const slot = (start: string) => ({ start, end: new Date(Date.parse(start) + 1_200_000).toISOString() })
const NINE = '2027-03-02T09:00:00.000Z'
const TEN = '2027-03-02T10:00:00.000Z'
const TONIGHT = '2027-03-03T01:00:00.000Z'
const answer = (more: Partial<Slots> = {}) => ({
  slots: {
    ...{ mode: 'offered', amount: '25.00', duration: 900, zone: 'America/New_York' },
    days: [{ date: '2027-03-02', slots: [slot(NINE), slot(TONIGHT)] }],
    next_slot: slot(NINE),
    ...more,
  } as Slots,
  from: '2027-03-01',
  to: '2027-03-31',
})

it('a time that is offered is not lost, however it is written', () => {
  for (const start of [NINE, TONIGHT, '2027-03-02T09:00:00Z', '2027-03-02T10:00:00+01:00'])
    expect(isLost(start, answer())).toBe(false)
})

it('a time is lost when its date was asked for and it is not among the times of the date', () => {
  expect(isLost(TEN, answer())).toBe(true)
})

it('a time before the next free one is lost, and every time is where none is free', () => {
  expect(isLost('2027-02-20T09:00:00.000Z', answer())).toBe(true)
  expect(isLost(TEN, answer({ days: [], next_slot: null }))).toBe(true)
  expect(isLost('soon', answer())).toBe(true)
})

it('of a later date that was not asked for nothing is known', () => {
  expect(isLost('2027-04-02T09:00:00.000Z', answer())).toBe(false)
  // In New York it is still March.
  expect(isLost('2027-04-01T01:00:00.000Z', answer())).toBe(true)
})
