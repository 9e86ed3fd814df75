import type { LiveEvent } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { PaidPlace } from '../booking/paid-place.tsx'
import { PaidRequest } from './paid-request.tsx'

/** The links of a part of a page: its words and where they lead. */
function linksOf(part: ReactNode) {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, path, inside = '']) => [
    inside.replaceAll(/<[^>]+>/g, ''),
    path,
  ])
}

it('a paid call is entered by Start Session, at its own address', () => {
  const paid = <PaidRequest request={aRequest()} viewer={{ id: 'u1' }} changed={() => undefined} />
  expect(linksOf(paid)).toEqual([['Start Session', '/chat/slug1']])
})

it('a paid place is entered by Start Event, at the address of the host and the event', () => {
  const live_event = {
    slug: 'talk',
    title: 'A talk',
    format: 'broadcast',
    absent: null,
    order: null,
  } as const
  const place = aRequest({ request_type: 'broadcast', live_event })
  const event = { starts_at: null } as LiveEvent
  expect(linksOf(<PaidPlace request={place} event={event} />)).toEqual([['Start Event', '/stream/maya/talk']])
})
