import type { SessionRequest } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { OwnRequests } from './own-requests.tsx'
import { OwnerRequests } from './owner-requests.tsx'
import { OWN_REQUESTS } from './use-open-requests.ts'

/** The bookings of sam, with these answers of the server. */
function open(answers: Record<'open' | 'past', SessionRequest[]>, failedSince: Error | null = null) {
  const client = new QueryClient()
  for (const [are, results] of Object.entries(answers)) {
    const page = { count: results.length, next: null, previous: null, results }
    client.setQueryData([...OWN_REQUESTS, are], { pages: [page], pageParams: [''] })
  }
  if (failedSince)
    for (const query of client.getQueryCache().getAll())
      query.setState({ status: 'error', error: failedSince })
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnRequests username="sam" isInfluencer={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const headings = [...page.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, words]) => words)
  return { page, headings }
}

it('“To Do” is there, also while nothing is coming', () => {
  const { page, headings } = open({ open: [], past: [] })
  expect(headings).toEqual(['To Do'])
  expect(page).toContain('No calls yet')
})

it('“To Do” lists what is coming, and “Past” what was', () => {
  const coming = aRequest({ description: 'A call to come' })
  const was = aRequest({ id: '2', state: 'completed', outcome: 'served', description: 'A call that was' })
  const { page, headings } = open({ open: [coming], past: [was] })
  expect(headings).toEqual(['To Do', 'Past'])
  expect(page).toMatch(/To Do.*A call to come.*Past.*A call that was/)
})

it('the lists stay, with what is open in them, when they are asked for again and that fails', () => {
  const coming = aRequest({ description: 'A call to come' })
  const { page, headings } = open({ open: [coming], past: [] }, new Error('No connection'))
  expect(headings).toEqual(['To Do'])
  expect(page).toContain('A call to come')
  expect(page).not.toContain('Try again')
})

it.each([
  ['requests', [aRequest({ description: 'A call to come' })], 'A call to come'],
  ['no requests yet', [], 'No requests yet'],
])('an influencer’s list with %s stays when it is asked for again and that fails', (_what, results, text) => {
  const client = new QueryClient()
  const key = ['requests', 'maya', 'paid']
  const page = { count: results.length, next: null, previous: null, results }
  client.setQueryData(key, { pages: [page], pageParams: [''] })
  const error = new Error('No connection')
  client.getQueryCache().find({ queryKey: key })?.setState({ status: 'error', error })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnerRequests username="maya" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(html).toContain(text)
  expect(html).not.toContain('No connection')
})
