import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
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
