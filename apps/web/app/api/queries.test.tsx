import { onlineManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
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

test('without a network a request fails at once: it does not wait for the network, and is not sent later', async () => {
  let client: QueryClient | undefined
  function Page() {
    client = useQueryClient()
    return null
  }
  renderToStaticMarkup(
    <Queries>
      <Page />
    </Queries>,
  )
  onlineManager.setOnline(false)
  try {
    const queryFn = () => Promise.reject(new Error('No connection'))
    await expect(client?.fetchQuery({ queryKey: ['list'], queryFn })).rejects.toThrow('No connection')
    const save = client?.getMutationCache().build<void, Error, void, unknown>(client, { mutationFn: queryFn })
    await expect(save?.execute()).rejects.toThrow('No connection')
  } finally {
    onlineManager.setOnline(true)
  }
})
