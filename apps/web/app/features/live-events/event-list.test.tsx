import type { LiveEvent } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { EventList } from './event-list.tsx'

const eventOn = (day: number) =>
  ({
    ...{ id: String(day), slug: `day-${day}`, title: `On day ${day}`, description: '', amount: '5.00' },
    ...{ duration: 3600, duration_display: 2, format: 'broadcast', absent: null, order: null },
    ...{ state: 'scheduled', starts_at: `2027-03-${String(day).padStart(2, '0')}T18:00:00Z` },
    ...{ capacity: null, places_left: null, profile: { picture: null } },
    influencer: { user: { id: '1', username: 'ivy' } },
  }) as LiveEvent

/** The list of events on these days, as a page without scripts has it. */
function listOf(...days: number[]): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <EventList events={days.map(eventOn)} viewer="other" />
    </MemoryRouter>,
  )
}

it('a profile shows the next five events, and all others behind one press, so that booking a call stays near', () => {
  const [next, others] = listOf(7, 6, 5, 4, 3, 2, 1).split('<details')
  expect([...(next ?? '').matchAll(/On day (\d)/g)].map(match => match[1])).toEqual(['1', '2', '3', '4', '5'])
  expect([...(others ?? '').matchAll(/On day (\d)/g)].map(match => match[1])).toEqual(['6', '7'])
  expect(others).toContain('2 more events')
})

it('a profile with few events has nothing to open', () => {
  expect(listOf(2, 1)).not.toContain('<details')
})
