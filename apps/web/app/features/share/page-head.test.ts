import { afterEach, expect, it } from 'vitest'
import { ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { exploreHead } from './page-head.server.ts'

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
