import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ApiError } from '../errors.ts'
import { nextPageOf } from './next-page.ts'

afterEach(() => alerts.clear())

/** A list of two pages, the second of which the server does not give. */
async function listOf(second: () => Promise<number>) {
  const list = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    retry: false,
    queryFn: ({ pageParam }) => (pageParam === 1 ? Promise.resolve(1) : second()),
    initialPageParam: 1,
    getNextPageParam: last => (last === 1 ? 2 : null),
  })
  list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true), { timeout: 20_000 })
  return () => list.getCurrentResult()
}

it('a further page that cannot be loaded is said, and the list stays', async () => {
  const list = await listOf(() => Promise.reject(new ApiError(0, null, 'No connection')))
  nextPageOf(list())?.()
  await vi.waitFor(() => expect(alerts.getSnapshot().map(({ text }) => text)).toEqual(['No connection']), {
    timeout: 20_000,
  })
  expect(list().data?.pages).toEqual([1])
})

it('a further page that is loaded says nothing, and after the last one there is no more', async () => {
  const list = await listOf(() => Promise.resolve(2))
  nextPageOf(list())?.()
  await vi.waitFor(() => expect(list().data?.pages).toEqual([1, 2]), { timeout: 20_000 })
  expect(nextPageOf(list())).toBeNull()
  expect(alerts.getSnapshot()).toEqual([])
})
