import { EXPLORE_RESULTS_MAX } from '@parley/contract'
import { and, asc, eq, gt, inArray, lte, notExists } from 'drizzle-orm'
import { anyOfPlace } from '../../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { type FoundEvent, foundEvent, liveEvents, liveEventWords } from '../../live-events/public.ts'
import { profiles } from '../../profiles/public.ts'
import { ADDRESSES_MAX, type Range } from './range.ts'
import {
  inOrderOf,
  isApart,
  isFound,
  isOfShownPerson,
  matchesFilters,
  type Search,
  type Searched,
} from './shown.ts'

/** Events that are not over. */
export const isToCome = inArray(liveEvents.state, ['scheduled', 'live'])
/** Live events first, then by date, undated ones last: `live` sorts before `scheduled`. */
const soonest = [asc(liveEvents.state), asc(liveEvents.startsAt), asc(liveEvents.id)]

/** Public events to come, the soonest first without a text. */
export const searchedEvents: Searched = {
  listed: (db, search, { limit, offset }) =>
    shownEvents(db, search)
      .orderBy(...soonest)
      .limit(limit)
      .offset(offset),
  some: (db, search) => shownEvents(db, search).limit(EXPLORE_RESULTS_MAX).as('found'),
  matching(db, query, search) {
    const isOut = isApart(search, liveEvents.influencerId)
    const ofApart = db
      .select({ id: liveEvents.id })
      .from(liveEvents)
      .where(and(eq(liveEvents.id, liveEventWords.eventId), isOut))
    return db
      .select({ id: liveEventWords.eventId, words: liveEventWords.words })
      .from(liveEventWords)
      .where(and(isFound(liveEventWords.words, query, search), isOut && notExists(ofApart)))
      .limit(EXPLORE_RESULTS_MAX)
      .as('found')
  },
}

/**
 * Without a category it joins no profile: Postgres believes that few people have one, expects few events, and then
 * sorts all of them instead of reading the first ones in their order.
 */
const shownEvents = (db: DbOrTx, search: Search) => {
  const shown = db
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .innerJoin(users, eq(users.id, liveEvents.influencerId))
    .where(and(isToCome, matchesFilters(search)))
  return search.category ? shown.innerJoin(profiles, eq(profiles.userId, liveEvents.influencerId)) : shown
}

/** The events with these ids that everybody may see, in the order of the ids. */
export async function publicEvents(db: DbOrTx, ids: readonly string[]): Promise<FoundEvent[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await selectShown(db, { ids }), ({ event }) => event.id)
}

const selectShown = builtOnce((db, value: ValueOf<{ ids: readonly string[] }>) =>
  db
    .select(foundEvent)
    .from(liveEvents)
    .innerJoin(users, eq(users.id, liveEvents.influencerId))
    .where(and(isOfShownPerson, anyOfPlace(liveEvents.id, value('ids', liveEvents.id)))),
)

/** The next event of each of these influencers. */
export async function nextEventsOf(db: DbOrTx, influencerIds: readonly string[]) {
  if (influencerIds.length === 0) return new Map<string, NextEvent>()
  const rows = await selectNext(db, { influencerIds })
  return new Map(rows.map(row => [row.influencerId, row]))
}

const selectNext = builtOnce((db, value: ValueOf<{ influencerIds: readonly string[] }>) =>
  db
    .selectDistinctOn([liveEvents.influencerId])
    .from(liveEvents)
    .where(
      and(isToCome, anyOfPlace(liveEvents.influencerId, value('influencerIds', liveEvents.influencerId))),
    )
    .orderBy(liveEvents.influencerId, ...soonest),
)
export type NextEvent = typeof liveEvents.$inferSelect

/** Slugs of the public events to come in a range of ids, for sitemaps. */
export async function listPublicSlugs(
  db: DbOrTx,
  { after, upTo }: Range,
): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: liveEvents.slug, updatedAt: liveEvents.updatedAt })
    .from(liveEvents)
    .innerJoin(users, eq(users.id, liveEvents.influencerId))
    .where(and(isToCome, gt(liveEvents.id, after), lte(liveEvents.id, upTo), isOfShownPerson))
    .orderBy(liveEvents.id)
    .limit(ADDRESSES_MAX)
}
