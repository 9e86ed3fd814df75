import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest } from '../../requests/a-request.testing.ts'
import type { CallParties } from '../connection/admission.ts'
import { EndedScreen } from './ended-screen.tsx'

const PARTIES: CallParties = {
  slug: 'a-call',
  requestType: 'private',
  isInfluencer: false,
  isGift: false,
  influencerUsername: 'ivy',
  profileOpens: true,
  otherId: 'someone',
  otherUsername: 'ivy',
  totalSeconds: 1800,
  usedSeconds: 1130,
  startsAt: null,
  endsAt: null,
  isOver: true,
  sale: aRequest({ state: 'completed', outcome: 'served', ended_at: '2026-01-01T10:00:00Z' }),
}

function pageOf(change: Partial<CallParties>) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <EndedScreen
        {...PARTIES}
        {...change}
        figures={null}
        problemOf={({ slug, sale }) => `report of ${slug}, ${sale.outcome}`}
      />
    </MemoryRouter>,
  )
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)]
  return {
    text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    links: links.map(([, path, inside = '']) => [inside.replace(/<[^>]+>/g, '').trim(), path]),
  }
}

it('the buyer of a call that is over sees what was used, its receipt, and where to book again', () => {
  const { text, links } = pageOf({})
  expect(text).toContain('18:50 of 30:00 used')
  expect(links).toEqual([
    ['Book again', '/profile/ivy'],
    ['Receipt', '/receipt/a-call'],
  ])
})

it('a person who paid for a prepaid link is led to make another one', () => {
  expect(pageOf({ requestType: 'prepaid' }).links).toEqual([
    ['Create another link', '/prepaid'],
    ['Receipt', '/receipt/a-call'],
  ])
})

it('a person who attended a prepaid call as a gift is led back to the page of its performer', () => {
  expect(pageOf({ requestType: 'prepaid', isGift: true }).links[0]).toEqual([
    'Back to the profile',
    '/profile/ivy',
  ])
})

it.each([
  ['the buyer', {}, true],
  ['the influencer', { isInfluencer: true, otherUsername: 'fan' }, true],
  ['who attends a gift', { isGift: true }, false],
  ['a party whose call is not decided yet', { sale: aRequest({ state: 'accepted' }) }, false],
])('%s can report a problem with the ended call, or not', (_who, change, can) => {
  expect(pageOf(change).text.includes('report of a-call, served')).toBe(can)
})

it('the influencer goes back, with the receipt of their share', () => {
  const { links } = pageOf({ isInfluencer: true, otherUsername: 'fan' })
  expect(links).toEqual([
    ['Back to the profile', '/profile/ivy'],
    ['Receipt', '/receipt/a-call'],
  ])
})

it.each([
  [{}, 'The call has ended', true],
  [{ usedSeconds: 0 }, 'The call did not take place', false],
  // Who left before the other came may still return.
  [{ usedSeconds: 0, isOver: false }, 'The call has ended', false],
])('of a call %o the title is “%s”', (change, title, wasTogether) => {
  const { text } = pageOf(change)
  expect(text).toContain(title)
  expect(text.includes('That was your time with')).toBe(wasTogether)
})
