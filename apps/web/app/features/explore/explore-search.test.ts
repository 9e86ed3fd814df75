import { expect, it } from 'vitest'
import { explorePath, readSearch } from './explore-search.ts'

it.each([
  ['', '/explore'],
  ['q=chess', '/explore?q=chess'],
  ['q=%20chess%20&page=1', '/explore?q=chess'],
  ['page=2&q=a%26b&category=games&kind=events', '/explore?kind=events&category=games&q=a%26b&page=2'],
  ['category=nonsense&kind=other&page=-1', '/explore'],
  ['page=1e9', '/explore'],
  ['page=2.5&q=', '/explore'],
])('the address ?%s is one search: %s', (query, path) => {
  expect(explorePath(readSearch(new URLSearchParams(query)))).toBe(path)
})

it('a search text is shortened to the limit of the API', () => {
  expect(readSearch(new URLSearchParams({ q: 'a'.repeat(500) })).q).toHaveLength(100)
})
