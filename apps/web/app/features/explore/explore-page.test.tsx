import type { EventCard } from '@parley/contract/explore'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { ExploreCardItem } from './explore-card.tsx'
import { ExplorePage } from './explore-page.tsx'

function textOf(page: number): string {
  const Site = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ExplorePage
          search={{ q: '', category: null, kind: 'influencers', page }}
          count={50}
          pages={3}
          cards={[]}
          busy={false}
          shieldOf={() => null}
          foundFor="everybody"
          problem={null}
          refetch={() => undefined}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Site />).replaceAll(/<[^>]*>/g, ' ')
}

it('a page of the results says which one it is', () => {
  expect(textOf(3)).toContain('Page 3 of 3')
})

it('a page beyond the last does not say that it is one of them', () => {
  expect(textOf(7)).toContain('There are not so many pages.')
  expect(textOf(7)).not.toContain('of 3')
})

it('an event without a picture has the drawn cover of its own page on its card', () => {
  const event = {
    ...{ slug: 'talk', title: 'A talk', description: 'About all', amount: '5.00', duration: 60 },
    ...{ duration_display: 2, format: 'broadcast', state: 'scheduled', starts_at: null },
    ...{ profile: { picture: null }, influencer: { user: { id: 'u2', username: 'maya' } } },
  } as unknown as EventCard['event']
  const Card = () => <ExploreCardItem card={{ kind: 'event', event } as EventCard} eager={false} />
  const Site = createRoutesStub([{ path: '/', Component: Card }])
  const html = renderToStaticMarkup(<Site />)
  expect(html).toContain('data-cover=')
  expect(html).not.toContain('aria-label="A talk"')
})
