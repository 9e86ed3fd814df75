import { expect, it } from 'vitest'
import { googleCalendarUrl } from './google-calendar.ts'

it('Google Calendar is offered the entry as the file has it, and no title adds a field', () => {
  const url = new URL(
    googleCalendarUrl({
      ...{ uid: 'e1@parley.example', sequence: 0, title: 'Quiz & more=1', description: 'Cats' },
      ...{ url: 'https://parley.example/live-event/quiz' },
      ...{ startsAt: '2026-03-01T12:00:00Z', endsAt: '2026-03-01T12:30:00.000Z' },
    }),
  )
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Quiz & more=1',
    dates: '20260301T120000Z/20260301T123000Z',
    details: 'Cats\nhttps://parley.example/live-event/quiz',
    location: 'https://parley.example/live-event/quiz',
  })
})
