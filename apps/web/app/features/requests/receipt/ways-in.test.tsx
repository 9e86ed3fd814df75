import type { LiveEvent, SessionRequest } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { PaidPlace } from '../booking/paid-place.tsx'
import { PaidRequest } from './paid-request.tsx'

const AT_TEN = { start: '2026-11-30T10:00:00.000Z', end: '2026-11-30T10:15:00.000Z' }

function htmlOf(part: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The links of a part of a page: its words and where they lead. */
function linksOf(part: ReactNode) {
  return [...htmlOf(part).matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(
    ([, path, inside = '']) => [inside.replaceAll(/<[^>]+>/g, ''), path],
  )
}

it('a paid call is entered by Start Session, at its own address', () => {
  const paid = <PaidRequest request={aRequest()} viewer={{ id: 'u1' }} changed={() => undefined} />
  expect(linksOf(paid)).toEqual([['Start Session', '/chat/slug1']])
})

it.each<[string, Partial<SessionRequest>, string, boolean, boolean]>([
  ['the buyer of a call without a time', { timeRange: null }, 'u1', true, true],
  ['its buyer, once it is accepted', { timeRange: null, state: 'accepted' }, 'u1', false, true],
  ['the buyer of a call at a set time', { timeRange: AT_TEN }, 'u1', false, false],
  ['a guest, whose money it is not', { timeRange: null }, 'guest', false, false],
])('%s reads what the call waits for, and what comes back', (_who, request, viewer, isAsked, comesBack) => {
  const html = htmlOf(
    <PaidRequest request={aRequest(request)} viewer={{ id: viewer }} changed={() => undefined} />,
  )
  expect(html.includes('@maya has been told. You find the answer here.')).toBe(isAsked)
  expect(html.includes('If the call does not begin within 30 days, all of it comes back to you.')).toBe(
    comesBack,
  )
})

it.each<[string, Partial<SessionRequest>, boolean]>([
  ['a call without a time', { timeRange: null }, true],
  ['a call at a set time', { timeRange: AT_TEN }, false],
])(
  'the buyer of %s that has begun reads how much is left, and until when it can go on',
  (_which, request, isOpen) => {
    const begun = aRequest({ ...request, state: 'accepted', used_duration: 56, total_duration: 600 })
    const html = htmlOf(<PaidRequest request={begun} viewer={{ id: 'u1' }} changed={() => undefined} />)
    expect(html).not.toContain('does not begin')
    expect(html.includes('Open the call again: 09:04 of 10:00 is left.')).toBe(isOpen)
    expect(html.includes('Come back within a day of your last second together.')).toBe(isOpen)
    expect(/Open the call again: it can go on until Mon,?\s10:15\s[^<]+ at the latest\./.test(html)).toBe(
      !isOpen,
    )
    expect(html).not.toContain('Paid and accepted')
    expect(html).toContain('Paid and begun')
  },
)

it('the buyer of a booked time reads when the call opens, and until when it is answered', () => {
  const start = new Date(Date.now() + 26 * 60 * 60_000)
  const answer_by = new Date(Date.now() + 60 * 60_000).toISOString()
  const booked = aRequest({
    timeRange: { start: start.toISOString(), end: new Date(start.getTime() + 35 * 60_000).toISOString() },
    slot: {
      ...{ start: start.toISOString(), end: start.toISOString(), sequence: 0, hold_expires_at: null },
      ...{ moves_left: 2, move_until: start.toISOString(), accept: 'hand', answer_by, proposal: null },
    },
  })
  const html = htmlOf(<PaidRequest request={booked} viewer={{ id: 'u1' }} changed={() => undefined} />)
  expect(html).toMatch(/@maya answers until \w{3} \d\d:\d\d\sUTC, or all of it comes back\./)
  expect(html).toMatch(/The call opens \w{3} \d+ \w{3}, \d\d:\d\d\sUTC, 10 minutes before its time\./)
  expect(html).not.toContain('Open the call.')
})

it('a call whose payment a bank disputes offers no way in: the server opens none', () => {
  const disputed = aRequest({ state: 'accepted', payment: { ...PAYMENT.paid, status: 'disputed' } })
  const part = <PaidRequest request={disputed} viewer={{ id: 'u1' }} changed={() => undefined} />
  expect(linksOf(part)).toEqual([])
  expect(htmlOf(part)).toContain('Payment disputed by your bank')
  expect(htmlOf(part)).not.toContain('Paid and accepted')
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
