import { expect, it } from 'vitest'
import { type CalendarEntry, calendarText } from './calendar-text.ts'

const now = new Date('2026-03-01T12:00:00Z')
const entry: CalendarEntry = {
  uid: 'one@parley',
  sequence: 2,
  title: 'Video call',
  description: 'About cats',
  url: 'https://parley.example/chat/x',
  startsAt: new Date('2026-03-02T09:00:00Z'),
  endsAt: new Date('2026-03-02T09:15:00Z'),
  blocks: 'all',
}
const linesOf = (changed: Partial<CalendarEntry>, method: 'REQUEST' | 'CANCEL' | 'PUBLISH' = 'PUBLISH') =>
  calendarText({ method, entries: [{ ...entry, ...changed }], now }).split('\r\n')

it('writes UTC, the name for ever and which change it is', () => {
  const lines = linesOf({})
  const all = ['UID:one@parley', 'SEQUENCE:2', 'DTSTART:20260302T090000Z', 'DTEND:20260302T091500Z']
  expect(lines).toEqual(expect.arrayContaining([...all, 'STATUS:CONFIRMED', 'TRANSP:OPAQUE']))
})

it('leaves the reader free in a window in which a call fits anywhere', () => {
  expect(linesOf({ blocks: 'nothing' })).toContain('TRANSP:TRANSPARENT')
})

it('rings no bell for what is cancelled', () => {
  expect(linesOf({}).filter(line => line === 'BEGIN:VALARM')).toHaveLength(1)
  const cancelled = linesOf({}, 'CANCEL')
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(cancelled).not.toContain('BEGIN:VALARM')
})

it('keeps a title that ends its line from writing properties of its own', () => {
  const lines = linesOf({ title: 'Hello\r\nATTENDEE:mailto:all@example.org\r\nX-BAD:1' })
  expect(lines).toContain('SUMMARY:Hello ATTENDEE:mailto:all@example.org X-BAD:1')
})

it('names who invites whom only where both are known, and asks nobody for an answer', () => {
  expect(linesOf({}).filter(line => /^(ORGANIZER|ATTENDEE)/.test(line))).toEqual([])
  const parties = { organizer: 'Parley <calls@parley.example>', attendee: 'ann@example.org' }
  const text = linesOf({ parties }, 'REQUEST').join('\n').replaceAll('\n ', '')
  expect(text).toMatch(/ORGANIZER;CN="?Parley"?:mailto:calls@parley\.example/i)
  expect(text).toMatch(/ATTENDEE;.*RSVP=FALSE.*mailto:ann@example\.org/i)
})
