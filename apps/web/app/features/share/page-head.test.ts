import type { LiveEvent } from '@parley/contract'
import { afterEach, expect, it } from 'vitest'
import { ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { eventHead, exploreHead } from './page-head.server.ts'

afterEach(() => readLanguageFrom(() => ENGLISH))

const SEARCH = { q: '', category: 'music', kind: 'events', page: 2 } as const
const head = () =>
  exploreHead({ search: SEARCH, path: '/explore', results: [] }, 'https://parley.test').flatMap(entry => [
    ...('title' in entry ? [entry.title] : []),
    ...('name' in entry && entry.name === 'description' ? [entry.content] : []),
  ])

it('the title of a search names its content', () => {
  expect(head()).toEqual([
    'Music · Live events, page 2 · Parley',
    'Live events to watch: Music. See the price, pick a person, and meet in the browser.',
  ])
})

it('the title of a search is in the language of the page', () => {
  const catalogue = { Music: 'Musik', 'Live events': 'Live-Events', 'page {page}': 'Seite {page}' }
  readLanguageFrom(() => ({ language: 'de', catalogue }))
  expect(head()[0]).toBe('Musik · Live-Events, Seite 2 · Parley')
})

const EVENT = {
  ...{
    slug: 'meet-ivy',
    title: 'Meet Ivy',
    description: 'One after the other',
    amount: '6.00',
    places_left: 3,
  },
  ...{ state: 'scheduled', starts_at: '2026-12-01T19:00:00.000Z', duration: 120, capacity: 10 },
  influencer: { user: { username: 'ivy' } },
}

it.each([
  // Ten turns of two minutes, with the changes between them and the time that a line needs on top.
  ['queue', /^2026-12-01T19:2[4-9]/],
  ['broadcast', /^2026-12-01T19:02:00/],
] as const)('a %s ends, for search engines, when its owner is free again', (format, ends) => {
  const data = eventHead({ ...EVENT, format } as LiveEvent, 'https://parley.test', '1').find(
    entry => 'script:ld+json' in entry,
  )
  expect(data).toMatchObject({
    'script:ld+json': { startDate: EVENT.starts_at, endDate: expect.stringMatching(ends) },
  })
})
