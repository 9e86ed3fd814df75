import {
  categoryOf,
  EXPLORE_RESULTS_MAX,
  type ExploreCard,
  type ExploreQuery,
  formatAmount,
  type InfluencerCard,
} from '@parley/contract'
import { presentEvents } from '../live-events/public.ts'
import { imageAddress } from '../profiles/public.ts'
import { someApartFrom } from '../safety/public.ts'
import { nextFreeOf } from '../schedule/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { createKeptCounts } from './kept-counts.ts'
import { nextEventsOf, publicEvents, searchedEvents } from './search/search-events.ts'
import { publicProfiles, searchedProfiles } from './search/search-profiles.ts'
import { countFound, findIds, type Part, type Search } from './search/shown.ts'

export interface Explored {
  count: number
  results: ExploreCard[]
  /** Whether the count was kept from an earlier call: up to COUNT_KEPT_MS ago. */
  isCountKept: boolean
}

/**
 * Finds a page of results, best first: only public people and their events, without people whom a block separates from
 * the reader. A page is at most EXPLORE_RESULTS_MAX results away from the first.
 */
export function createExplore(
  deps: DiscoveryDeps,
): (query: ExploreQuery, viewerId?: string | null) => Promise<Explored> {
  const counts = createKeptCounts(deps.clock)

  async function countOf(query: ExploreQuery, search: Search): Promise<Omit<Explored, 'results'>> {
    const read = () => countFound(deps.db, SEARCHED[query.kind], search)
    if (search.apart) return { count: await read(), isCountKept: false }
    const { kind, category = '', q } = query
    const { count, isNew } = await counts(JSON.stringify([kind, category, q]), read)
    return { count, isCountKept: !isNew }
  }

  return async (query, viewerId = null) => {
    const apart = viewerId === null ? undefined : await apartOf(deps, viewerId)
    const search = { q: query.q, category: query.category, apart }
    const part = partOf(query)
    const { ids, count } =
      part.limit === 0 ? { ids: [] } : await findIds(deps.db, SEARCHED[query.kind], { search, part })
    const total = count ?? totalOf(ids, part)
    const [counted, results] = await Promise.all([
      total === undefined ? countOf(query, search) : { count: total, isCountKept: false },
      query.kind === 'events' ? eventCards(deps, ids) : influencerCards(deps, ids),
    ])
    return { ...counted, results }
  }
}

/** More people than this are not read for a page: thousands may have blocked an influencer who looks for another. */
const APART_READ_MAX = 100

async function apartOf({ db }: DiscoveryDeps, readerId: string): Promise<Search['apart']> {
  const apart = await someApartFrom(db, readerId, APART_READ_MAX + 1)
  if (apart.length > APART_READ_MAX) return { readerId }
  return apart.length > 0 ? apart : undefined
}

const SEARCHED = { influencers: searchedProfiles, events: searchedEvents }

function partOf({ page, page_size }: ExploreQuery): Part {
  const offset = (page - 1) * page_size
  return { offset, limit: Math.max(0, Math.min(page_size, EXPLORE_RESULTS_MAX - offset)) }
}

/** The number of all results where the part shows their end; undefined where only a count can find it. */
function totalOf(ids: readonly string[], { limit, offset }: Part): number | undefined {
  const showsEnd = ids.length < limit && (ids.length > 0 || offset === 0)
  return showsEnd ? offset + ids.length : undefined
}

async function eventCards(deps: DiscoveryDeps, ids: readonly string[]): Promise<ExploreCard[]> {
  const events = await presentEvents(deps, deps.db, await publicEvents(deps.db, ids))
  return events.map(event => ({ kind: 'event', event }))
}

async function influencerCards(deps: DiscoveryDeps, ids: readonly string[]): Promise<InfluencerCard[]> {
  const { db } = deps
  const [found, next] = await Promise.all([publicProfiles(db, ids), nextEventsOf(db, ids)])
  const offering = found
    .filter(({ profile }) => profile.bookingMode !== 'off')
    .map(({ user, profile }) => ({ id: user.id, durationSeconds: profile.durationSeconds }))
  const free = await nextFreeOf(deps, db, offering)
  return found.map(({ user, profile }) => {
    const event = next.get(user.id)
    return {
      kind: 'influencer',
      user: { id: user.id, username: user.username, first_name: user.firstName, last_name: user.lastName },
      profile: { picture: imageAddress(profile.imageId) },
      category: categoryOf(profile.category),
      description: profile.description,
      amount: formatAmount(profile.pricePence),
      duration: profile.durationSeconds,
      duration_display: profile.durationDisplay,
      next_event: event
        ? {
            slug: event.slug,
            title: event.title,
            state: event.state,
            starts_at: event.startsAt?.toISOString() ?? null,
          }
        : null,
      next_free: free.get(user.id)?.toISOString() ?? null,
      is_demo: user.isDemo,
    }
  })
}
