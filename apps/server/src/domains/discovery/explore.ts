import {
  categoryOf,
  type ExploreCard,
  type ExploreQuery,
  formatAmount,
  type InfluencerCard,
} from '@parley/contract'
import { presentEvents } from '../live-events/public.ts'
import { pictureAddress } from '../profiles/public.ts'
import { apartFrom } from '../safety/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { nextEventsOf, publicEvents, searchEvents } from './search/search-events.ts'
import { publicProfiles, searchProfiles } from './search/search-profiles.ts'

type Search = Omit<ExploreQuery, 'page' | 'page_size'>

/**
 * A page of results, best first: only public people and their events, without people whom a block separates from the
 * reader.
 */
export async function explore(
  deps: DiscoveryDeps,
  query: ExploreQuery,
  viewerId: string | null = null,
): Promise<{ count: number; results: ExploreCard[] }> {
  const ids = await matching(deps, query, viewerId)
  const from = (query.page - 1) * query.page_size
  const page = ids.slice(from, from + query.page_size)
  const results = query.kind === 'events' ? await eventCards(deps, page) : await influencerCards(deps, page)
  return { count: ids.length, results }
}

async function matching({ db }: DiscoveryDeps, search: Search, viewerId: string | null): Promise<string[]> {
  const apart = viewerId === null ? [] : [...(await apartFrom(db, viewerId))]
  const asked = { ...search, apart }
  return search.kind === 'events' ? searchEvents(db, asked) : searchProfiles(db, asked)
}

async function eventCards(deps: DiscoveryDeps, ids: readonly string[]): Promise<ExploreCard[]> {
  const events = await presentEvents(deps, deps.db, await publicEvents(deps.db, ids))
  return events.map(event => ({ kind: 'event', event }))
}

async function influencerCards({ db }: DiscoveryDeps, ids: readonly string[]): Promise<InfluencerCard[]> {
  const [found, next] = await Promise.all([publicProfiles(db, ids), nextEventsOf(db, ids)])
  return found.map(({ user, profile }) => {
    const event = next.get(user.id)
    return {
      kind: 'influencer',
      user: { id: user.id, username: user.username, first_name: user.firstName, last_name: user.lastName },
      profile: { picture: pictureAddress(profile.pictureId) },
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
      is_demo: user.isDemo,
    }
  })
}
