import { type Category, categoryOf } from '@parley/contract/categories'
import { EXPLORE_KINDS, EXPLORE_WORDS_MAX } from '@parley/contract/constants'

/** A search, as the page's address has it. */
export interface ExploreSearch {
  q: string
  category: Category | null
  kind: (typeof EXPLORE_KINDS)[number]
  page: number
}

const PAGE_MAX = 1000

/** Parses an address; leaves out invalid parts, so that an old link still shows something. */
export function readSearch(params: URLSearchParams): ExploreSearch {
  const page = Number(params.get('page') ?? 1)
  return {
    q: (params.get('q') ?? '').trim().slice(0, EXPLORE_WORDS_MAX),
    category: categoryOf(params.get('category')),
    kind: EXPLORE_KINDS.find(kind => kind === params.get('kind')) ?? 'influencers',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  }
}

/** The address of a search, with its parts in a fixed order, so that one search has one address. */
export function explorePath(search: ExploreSearch): string {
  const params = new URLSearchParams()
  if (search.kind !== 'influencers') params.set('kind', search.kind)
  if (search.category) params.set('category', search.category)
  if (search.q) params.set('q', search.q)
  if (search.page > 1) params.set('page', String(search.page))
  const query = params.toString()
  return query ? `/explore?${query}` : '/explore'
}
