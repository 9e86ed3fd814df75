import type { LiveEvent } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { NoPlace } from './place-line.tsx'

const show = (state: LiveEvent['state'], format: LiveEvent['format'] = 'broadcast') =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NoPlace event={{ state, format, influencer: { user: { username: 'ivy' } } } as LiveEvent} />
    </MemoryRouter>,
  )

it.each([
  ['that is sold out', show('scheduled'), 'All places are taken.'],
  ['that was cancelled', show('cancelled'), 'Whoever paid for a place gets all of it back.'],
  ['that is over', show('ended'), 'there is no replay'],
  ['whose line is over', show('ended', 'queue'), 'The line is over.'],
])('an event %s says so, and leads to what else its host offers', (_, page, words) => {
  expect(page).toContain(words)
  expect(page).toMatch(/href="\/profile\/ivy"[^>]*>See what else @ivy offers/)
})
