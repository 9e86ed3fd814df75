import { expect, it } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'

const NOW = new Date('2026-03-01T09:00:00.500Z')
const ENTRY: CalendarEntry = {
  uid: 'event-openings@parley.example',
  sequence: 2,
  title: 'Openings',
  description: 'A talk about openings',
  url: 'https://parley.example/live-event/openings',
  startsAt: '2026-03-03T19:50:00+01:00',
  endsAt: '2026-03-03T19:50:00Z',
}

const unfolded = (file: string) => file.replace(/\r\n[ \t]/g, '')
const lineOf = (file: string, name: string) =>
  unfolded(file)
    .split('\r\n')
    .find(line => line.startsWith(`${name}:`))

it('a calendar file has its times in UTC, whatever their zone', () => {
  const file = calendarFile(ENTRY, NOW)
  expect(lineOf(file, 'DTSTART')).toBe('DTSTART:20260303T185000Z')
  expect(lineOf(file, 'DTEND')).toBe('DTEND:20260303T195000Z')
  expect(lineOf(file, 'DTSTAMP')).toBe('DTSTAMP:20260301T090000Z')
})

it('has the number of date changes, like the invitations', () => {
  expect(lineOf(calendarFile(ENTRY, NOW), 'SEQUENCE')).toBe('SEQUENCE:2')
})

it('the same entry keeps its UID, so that adding it twice makes one entry', () => {
  const later = calendarFile({ ...ENTRY, title: 'Other' }, new Date('2026-03-02T00:00:00Z'))
  expect(lineOf(later, 'UID')).toBe(lineOf(calendarFile(ENTRY, NOW), 'UID'))
})

it('a title cannot add lines to the file', () => {
  const title = 'Tea; cake, \\ more\r\nATTENDEE:mailto:x@example.org\nEND:VEVENT\u0000'
  const file = calendarFile({ ...ENTRY, title }, NOW)
  expect(lineOf(file, 'SUMMARY')).toBe(
    'SUMMARY:Tea\\; cake\\, \\\\ more\\nATTENDEE:mailto:x@example.org\\nEND:VEVENT ',
  )
  expect(unfolded(file).match(/^END:VEVENT$/gm)).toHaveLength(1)
  expect(unfolded(file)).not.toMatch(/^ATTENDEE/m)
})

it('lines end in CRLF and have at most 75 bytes, and no character is split', () => {
  const description = 'Grüße 🎉 '.repeat(60)
  const file = calendarFile({ ...ENTRY, description }, NOW)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(unfolded(file)).toContain(description.trim())
})

it('the address is not broken by folding', () => {
  const file = calendarFile({ ...ENTRY, url: 'https://parley.example/live-event/caf%C3%A9' }, NOW)
  expect(lineOf(file, 'URL')).toBe('URL:https://parley.example/live-event/caf%C3%A9')
})
