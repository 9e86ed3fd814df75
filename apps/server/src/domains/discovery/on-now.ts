import type { ExploreCard, ExploreQuery } from '@parley/contract'
import { isDatabaseAway } from '../../db/database-away.ts'
import type { createExplore } from './explore.ts'

/** Two rows of three on a desk. */
const CARDS_MAX = 6
const EVENTS_MAX = 3
const FIRST = { q: '', page: 1 } as const
const EVENTS: ExploreQuery = { ...FIRST, kind: 'events', page_size: EVENTS_MAX }
const PEOPLE: ExploreQuery = { ...FIRST, kind: 'influencers', page_size: CARDS_MAX }

/** The events that run or have a date, and then people who host none of them: at most six cards. */
export function chooseOnNow(events: readonly ExploreCard[], people: readonly ExploreCard[]): ExploreCard[] {
  const dated = events.filter(
    card => card.kind === 'event' && (card.event.state === 'live' || card.event.starts_at !== null),
  )
  const hosts = new Set(dated.map(card => card.kind === 'event' && card.event.influencer.user.id))
  const others = people.filter(card => card.kind === 'influencer' && !hosts.has(card.user.id))
  return [...dated, ...others].slice(0, CARDS_MAX)
}

/**
 * The cards of the landing page, and their version. The landing page also opens while the database is away, then
 * without cards.
 */
export function createOnNow(
  explore: ReturnType<typeof createExplore>,
  exploreVersion: (query: ExploreQuery) => Promise<string>,
) {
  return {
    async onNow(): Promise<ExploreCard[]> {
      const found = await unlessAway(Promise.all([explore(EVENTS), explore(PEOPLE)]))
      return found ? chooseOnNow(found[0].results, found[1].results) : []
    },
    async onNowVersion(): Promise<string> {
      const versions = await unlessAway(Promise.all([exploreVersion(EVENTS), exploreVersion(PEOPLE)]))
      return versions?.join(' ') ?? 'away'
    },
  }
}

/** Null while the database is away. */
async function unlessAway<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isDatabaseAway(error)) return null
    throw error
  }
}
