import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ExploreSearch } from './explore-search.ts'
import { NothingFound } from './nothing-found.tsx'

const pageOf = (search: Partial<ExploreSearch>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NothingFound search={{ q: '', category: null, kind: 'influencers', page: 1, ...search }} />
    </MemoryRouter>,
  )

it.each<[string, Partial<ExploreSearch>, string, string]>([
  ['nobody is there', {}, 'Nobody is here yet. You could be the first.', '/signup/influencer'],
  ['no event is planned', { kind: 'events' }, 'No live event is planned at the moment.', '/explore'],
  ['nothing is about it', { q: 'chess' }, 'Nothing here is about that.', '/explore'],
  ['the page is beyond the last', { page: 9 }, 'There are not so many pages.', '/explore'],
  ['that page is of a search', { page: 9, q: 'chess' }, 'There are not so many pages.', '/explore?q=chess'],
])('where nothing is found because %s, the page says so', (_why, search, words, way) => {
  expect(pageOf(search)).toContain(words)
  expect(pageOf(search)).toContain(`href="${way}"`)
})
