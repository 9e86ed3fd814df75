import { expect, it } from 'vitest'
import { dayAndTime, opensAtMs } from './opens-at.ts'

it('a dated call opens ten minutes before its start, any other at once', () => {
  expect(opensAtMs('2026-03-03T19:00:00.000Z')).toBe(Date.parse('2026-03-03T18:50:00.000Z'))
  expect(opensAtMs(null)).toBeNull()
})

it('the opening is told with day and time', () => {
  expect(dayAndTime(new Date('2026-03-03T18:50:00.000Z'), 'Europe/London')).toEqual({
    day: 'Tuesday 3 March',
    time: '18:50\u00a0GMT',
  })
})
