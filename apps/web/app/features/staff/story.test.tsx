import type { StaffStoryLine } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Story } from './story.tsx'

it('reports of a person are counted up to 200, and more are shown as "200+"', () => {
  const story: StaffStoryLine = {
    ...{ id: 'u1', username: 'sam', since: '2027-03-01T10:00:00Z', is_influencer: true },
    ...{ reports_about: { all: 201, upheld: 200 }, reports_made: { all: 3, upheld: 0 } },
  }
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <Story story={story} title="@sam" />
    </MemoryRouter>,
  )
  expect(page).toContain('200+, of which 200 upheld')
  expect(page).toContain('3, of which 0 upheld')
})
