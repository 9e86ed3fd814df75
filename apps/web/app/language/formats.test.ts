import { expect, it } from 'vitest'
import { dateText, zonedText } from './formats.ts'

const TIME = { hour: '2-digit', minute: '2-digit' } as const

it.each([
  ['America/New_York', '2026-11-01T04:30:00Z', '00:30'],
  ['America/New_York', '2026-11-01T05:30:00Z', '01:30 GMT-4'],
  ['America/New_York', '2026-11-01T06:30:00Z', '01:30 GMT-5'],
  ['America/New_York', '2026-11-01T07:30:00Z', '02:30'],
  ['Europe/London', '2027-10-31T00:00:00Z', '01:00 BST'],
  ['Europe/London', '2027-10-31T01:00:00Z', '01:00 GMT'],
  ['Europe/London', '2027-10-31T02:00:00Z', '02:00'],
  ['Australia/Lord_Howe', '2027-04-03T14:45:00Z', '01:45 GMT+11'],
  ['Australia/Lord_Howe', '2027-04-03T15:15:00Z', '01:45 GMT+10:30'],
  ['Asia/Kolkata', '2027-10-31T00:00:00Z', '05:30'],
])('a time that is there twice says which of the two it is: in %s, %s is %s', (timeZone, at, text) => {
  expect(dateText(new Date(at), { ...TIME, timeZone })).toBe(text)
})

it('a date without a time has no offset', () => {
  const day = { day: 'numeric', month: 'short', timeZone: 'America/New_York' } as const
  expect(dateText(new Date('2026-11-01T05:30:00Z'), day)).toBe('1 Nov')
})

it.each([
  ['Europe/London', '2027-07-01T18:00:00Z', TIME, '19:00\u00a0BST'],
  ['Europe/London', '2027-01-01T19:00:00Z', TIME, '19:00\u00a0GMT'],
  ['Asia/Kolkata', '2027-01-01T19:00:00Z', TIME, '00:30\u00a0GMT+5:30'],
  ['America/New_York', '2026-11-01T05:30:00Z', TIME, '01:30\u00a0GMT-4'],
  [
    'Europe/Berlin',
    '2027-01-01T19:00:00Z',
    { dateStyle: 'medium', timeStyle: 'short' },
    '1 Jan 2027, 20:00\u00a0CET',
  ],
] as const)('an agreed time names its zone, once: in %s, %s', (timeZone, at, format, text) => {
  expect(zonedText(new Date(at), { ...format, timeZone })).toBe(text)
})
