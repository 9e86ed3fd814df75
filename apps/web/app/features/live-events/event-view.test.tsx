import type { LiveEvent } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { EventView } from './event-view.tsx'

const queueIn = (state: LiveEvent['state']) =>
  ({
    ...{ id: '1', slug: 'turns', title: 'Turns', description: '', amount: '5.00', state },
    ...{ duration: 120, duration_display: 2, format: 'queue', absent: 'refund', order: 'paid' },
    ...{ starts_at: '2027-03-01T18:00:00Z', capacity: 5, places_left: 3, profile: { picture: null } },
    influencer: { user: { id: '1', username: 'ivy' } },
  }) as LiveEvent

it.each([
  ['scheduled', true],
  ['live', true],
  ['ended', false],
  ['cancelled', false],
] as const)('a queue that is %s says what a place is: %s', (state, isSold) => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <EventView event={queueIn(state)} panel={null} viewer="other" news={null} />
    </MemoryRouter>,
  )
  expect(html.includes('You buy a private video call of 2 minutes')).toBe(isSold)
})
