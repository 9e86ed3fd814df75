import { useQuery, useQueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Queries } from './queries.tsx'

test('on the server each rendering has a cache of its own, so that nothing of a page is kept after it', () => {
  const found: number[] = []
  function Page({ slug }: { slug: string }) {
    found.push(useQueryClient().getQueryCache().getAll().length)
    useQuery({ queryKey: ['offer', slug], queryFn: () => slug })
    return null
  }
  for (const slug of ['one', 'two', 'three'])
    renderToStaticMarkup(
      <Queries>
        <Page slug={slug} />
      </Queries>,
    )
  expect(found).toEqual([0, 0, 0])
})
