import type { PublicUser } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PersonView } from './person-view.tsx'

const person = { id: '1', username: 'fay', first_name: 'Fay', last_name: 'Fan', is_influencer: false }
const show = (viewer: 'owner' | 'other', more: Partial<PublicUser> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PersonView person={{ ...person, ...more } as PublicUser} viewer={viewer} />
    </MemoryRouter>,
  )

it('the page of a person who sells nothing says so, and leads others to people who do', () => {
  expect(show('other')).toContain('@fay sells no calls.')
  expect(show('other')).toMatch(/href="\/explore"[^>]*>Find somebody/)
  expect(show('owner')).not.toContain('sells no calls')
  expect(show('owner')).toContain('href="/become-influencer"')
})

it('the address is there for a person who exposes it', () => {
  expect(show('other')).not.toContain('mailto:')
  expect(show('other', { email: 'fay@example.org' })).toContain('href="mailto:fay@example.org"')
})
