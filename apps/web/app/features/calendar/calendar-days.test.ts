import { afterEach, describe, expect, test } from 'vitest'
import { dayStart, daysOf } from './calendar-days.ts'

const DAY = new Date(2027, 2, 2, 15, 30)
const at = (hours: number, minutes = 0, day = 2) => new Date(2027, 2, day, hours, minutes)
const line = (start: Date, end: Date, slug = 'a', kind: 'slot' | 'event' | 'proposal' = 'slot') => ({
  kind,
  slug,
  start: start.toISOString(),
  end: end.toISOString(),
})

test('a day lists everything that begins in it, in order, with the gaps between', () => {
  const taken = [
    line(at(14), at(14, 20), 'late'),
    line(at(9), at(9, 20), 'early'),
    line(at(9, 22), at(10), 'close', 'event'),
    line(at(9, 0, 3), at(9, 20, 3), 'tomorrow'),
  ]
  const [today, tomorrow, ...others] = daysOf(taken, DAY, 7)
  expect(today?.lines.map(({ kind, slug }) => [kind, slug])).toEqual([
    ['slot', 'early'],
    ['event', 'close'],
    ['gap', null],
    ['slot', 'late'],
  ])
  expect(today?.lines[2]).toMatchObject({ start: at(10), end: at(14) })
  expect(tomorrow?.lines.map(({ slug }) => slug)).toEqual(['tomorrow'])
  expect(others).toHaveLength(5)
  expect(others.every(({ lines }) => lines.length === 0)).toBe(true)
})

test('a day begins at its midnight, also where the clocks change', () => {
  for (let day = 0; day < 400; day++) {
    const start = dayStart(DAY, day)
    expect(start.getDate()).toBe(new Date(2027, 2, 2 + day, 12).getDate())
    expect(new Date(start.getTime() - 1).getDate()).not.toBe(start.getDate())
  }
})

describe('where the clocks go forward at midnight', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  test.each([
    ['America/Santiago', new Date('2027-09-05T12:00:00Z')],
    ['Africa/Cairo', new Date('2027-04-30T12:00:00Z')],
  ])('the days after that day begin at their midnight, in %s', (zone, at) => {
    process.env.TZ = zone
    expect(dayStart(at, 0).getHours()).toBe(1)
    expect([1, 2, 7].map(days => dayStart(at, days).getHours())).toEqual([0, 0, 0])
    const night = dayStart(at, 1)
    const [, tomorrow] = daysOf([line(night, new Date(night.getTime() + 1_200_000), 'night')], at, 2)
    expect(tomorrow?.lines.map(({ slug }) => slug)).toEqual(['night'])
  })
})

test('a call over midnight occupies both of its days', () => {
  const [today, tomorrow, later] = daysOf(
    [line(at(23, 50), at(0, 20, 3)), line(at(9, 0, 3), at(9, 20, 3), 'b')],
    DAY,
    3,
  )
  expect(today?.lines.map(({ slug }) => slug)).toEqual(['a'])
  expect(tomorrow?.lines.map(({ slug }) => slug)).toEqual(['a', null, 'b'])
  expect(later?.lines).toEqual([])
})

test('a call that ends at midnight is of one day', () => {
  const [, tomorrow] = daysOf([line(at(23, 30), at(0, 0, 3))], DAY, 2)
  expect(tomorrow?.lines).toEqual([])
})
