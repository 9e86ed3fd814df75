import type { SessionRequest } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { OwnerRequests } from './owner-requests.tsx'
import { RequestList } from './request-list.tsx'
import { RequestNews } from './request-news.tsx'

const event = { slug: 'talk', title: 'A talk', format: 'broadcast' as const, absent: null, order: null }
const requests = [
  aRequest({ id: '1' }),
  aRequest({ id: '2', request_type: 'broadcast', live_event: event }),
  aRequest({ id: '3', request_type: 'prepaid' }),
]
const page = renderToStaticMarkup(
  <MemoryRouter>
    <RequestList requests={requests} viewer={{ username: 'maya' }} />
  </MemoryRouter>,
)

it('a list of requests is 950 pixels high at most, and scrolls', () => {
  expect(page).toMatch(/^<section [^>]*style="max-height:950px"/)
})

it('a list of requests has a heading for each kind: prepaid, live, private', () => {
  const headings = [...page.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, words]) => words)
  expect(headings).toEqual(['Prepaid', 'Live', 'Private'])
})

it('each card has a heading, and its links and buttons say whose call they act on', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <RequestList
        requests={[aRequest({ id: '1' }), aRequest({ id: '2', user: { id: 'u3', username: 'fay' } })]}
        viewer={{ username: 'maya' }}
      />
    </MemoryRouter>,
  )
  const textOf = (id: string) =>
    new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`).exec(html)?.[2]?.replaceAll(/<[^>]*>/g, '')
  const names = [...html.matchAll(/aria-labelledby="([^"]+)"/g)].map(([, ids = '']) =>
    ids.split(' ').map(textOf).join(' '),
  )
  expect([...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual(['@sam', '@fay'])
  expect(names).toEqual([
    expect.stringMatching(/^Start Session @sam .*1 Jan/),
    expect.stringMatching(/^Copy link @sam .*1 Jan/),
    expect.stringMatching(/^Start Session @fay .*1 Jan/),
    expect.stringMatching(/^Copy link @fay .*1 Jan/),
  ])
})

it('a link that nobody has accepted is named as such to its buyer, and not by their own name', () => {
  const link = aRequest({ request_type: 'prepaid', influencer: null })
  const own = renderToStaticMarkup(
    <MemoryRouter>
      <RequestList requests={[link]} viewer={{ username: 'sam' }} />
    </MemoryRouter>,
  )
  expect(own).toContain('Your prepaid link')
  expect(own).not.toContain('@sam')
})

it('after booking the page says that the request was sent, with a thumbs up', () => {
  const news = renderToStaticMarkup(<RequestNews request={requests[0] ?? null} sent isAhead />)
  expect(news).toMatch(/lucide-thumbs-up.*Session Request Sent/)
})

/** The buttons of the tab Sessions of maya, with these requests. */
function openSessions(results: SessionRequest[]) {
  const client = new QueryClient()
  const page = { count: results.length, next: null, previous: null, results }
  client.setQueryData(['requests', 'maya', 'paid'], { pages: [page], pageParams: [''] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnerRequests username="maya" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) =>
    inside.replaceAll(/<[^>]*>/g, ''),
  )
  return { html, buttons }
}

it('an influencer reads who asks for what, and accepts or rejects it', () => {
  const { html, buttons } = openSessions([aRequest({ note: 'My first race' })])
  expect(html).toContain('@sam')
  expect(html).toContain('My first race')
  expect(buttons.slice(-2)).toEqual(['Reject', 'Accept'])
})

it('an accepted request is not accepted again, and can be called off', () => {
  for (const [status, back, split] of [
    ['paid', '0.00', 'You get £22.50, Parley £2.50.'],
    ['partly_refunded', '5.00', 'You get £18.00, Parley £2.00.'],
  ] as const) {
    const payment = { ...PAYMENT.paid, status, refunded_amount: back }
    const { html, buttons } = openSessions([aRequest({ state: 'accepted', payment })])
    expect(html).toContain(split)
    expect(buttons).not.toContain('Accept')
    expect(buttons).toContain('Call off')
  }
})
