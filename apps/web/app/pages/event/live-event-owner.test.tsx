import type { LiveEvent } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { JUST_SAVED } from '../account/use-just-saved.ts'
import LiveEventOwner from './live-event-owner.tsx'

const event = {
  ...{ id: '2', slug: 'talk', title: 'A talk on endgames', description: 'Rooks and pawns', amount: '5.00' },
  ...{ duration: 3600, duration_display: 2, format: 'broadcast', absent: null, order: null },
  ...{ state: 'scheduled', starts_at: null, capacity: null, places_left: null },
  profile: { picture: null },
  influencer: { user: { id: '1', username: 'ivy' } },
} as LiveEvent

/** The page of an event as its owner opens it: by a save, or by its address. */
function open(state: typeof JUST_SAVED | null, shown = event) {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[{ pathname: '/live-event/talk', state }]}>
      <LiveEventOwner event={shown} news={null} put={() => undefined} />
    </MemoryRouter>,
  )
}

it('an event that was saved just now says so, with a thumbs up', () => {
  expect(open(JUST_SAVED)).toMatch(/lucide-thumbs-up.*Profile Saved/)
  expect(open(null)).not.toContain('Profile Saved')
})

it('the owner of an event sees it as a preview, and can edit and start it', () => {
  const page = open(null)
  expect(page).toContain('A talk on endgames')
  expect(page).toContain('href="/edit-event/talk"')
  expect(page).toMatch(/href="\/stream\/ivy\/talk"[^>]*>(<[^>]*>)*Start Event/)
  expect(page).not.toContain('Book event')
})

it('the owner of a queue reads what fans buy, not what they would buy themselves', () => {
  const page = open(null, { ...event, format: 'queue', duration: 120, order: 'paid' })
  expect(page).toContain('Each fan buys a private video call of 2 minutes')
  expect(page).not.toContain('You buy')
})

it('after the event its owner is led to a new one', () => {
  const page = open(null, { ...event, state: 'cancelled' })
  expect(page).toContain('Whoever paid for a place gets all of it back.')
  expect(page).toMatch(/href="\/add-event"[^>]*>Add event/)
})
