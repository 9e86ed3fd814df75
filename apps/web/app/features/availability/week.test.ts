import { AVAILABILITY_DEFAULTS } from '@parley/contract'
import { expect, test } from 'vitest'
import { copied, endOfField, fieldOfEnd, oneMore, suggested, withChangesSince } from './week.ts'

test('a person without saved hours sees a working week, and saved hours do not change', () => {
  expect(suggested(AVAILABILITY_DEFAULTS).weekly.mon).toEqual([{ from: '09:00', to: '17:00' }])
  expect(suggested(AVAILABILITY_DEFAULTS).weekly.sat).toEqual([])
  const saved = { ...AVAILABILITY_DEFAULTS, version: 1 }
  expect(suggested(saved)).toBe(saved)
})

test('a further window begins an hour after the last one, if the day is long enough', () => {
  expect(oneMore([{ from: '09:00', to: '12:00' }])).toEqual({ from: '13:00', to: '15:00' })
  expect(oneMore([{ from: '09:00', to: '22:00' }])).toEqual({ from: '23:00', to: '24:00' })
  expect(oneMore([{ from: '09:00', to: '23:00' }])).toBe(null)
})

test('the copies of a day are independent of it', () => {
  const weekly = { ...AVAILABILITY_DEFAULTS.weekly, mon: [{ from: '09:00', to: '12:00' }] }
  const hours = copied({ ...AVAILABILITY_DEFAULTS, weekly }, { from: 'mon', to: ['wed', 'sun'] })
  expect(hours.weekly.wed).toEqual(hours.weekly.mon)
  expect(hours.weekly.wed[0]).not.toBe(hours.weekly.mon[0])
  expect(hours.weekly.tue).toEqual([])
})

test('what is changed while hours are saved stays beside what was saved', () => {
  const sent = { ...AVAILABILITY_DEFAULTS, step: 30 }
  const stored = { ...sent, version: 1, weekly: { ...sent.weekly } }
  expect(withChangesSince(stored, { sent, now: sent })).toBe(stored)
  const now = { ...sent, step: 45 }
  expect(withChangesSince(stored, { sent, now })).toEqual({ ...stored, step: 45 })
})

test('midnight at the end of a day has the form of the browser’s time field', () => {
  expect(endOfField('00:00')).toBe('24:00')
  expect(fieldOfEnd('24:00')).toBe('00:00')
  expect(endOfField('17:30')).toBe('17:30')
})
