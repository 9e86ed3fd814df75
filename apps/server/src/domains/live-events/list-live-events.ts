import type { LiveEvent, PageQuery } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import type { DbOrTx } from '../../db/client.ts'
import { findVisibleProfile } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { presentEvents } from './present-event.ts'
import { countShownEvents, findShownEvents } from './store.ts'

/** More than any influencer has on one page. */
const ON_PROFILE_MAX = 50

/** A page of an influencer's events, for people who may see the influencer. */
export async function listLiveEvents(
  deps: LiveEventsDeps,
  input: { username: string; viewer: Person | null; page: PageQuery },
): Promise<{ count: number; results: LiveEvent[] }> {
  const { user } = await findVisibleProfile(deps, input)
  const { page, page_size: limit } = input.page
  const found = await findShownEvents(deps.db, { influencerId: user.id, limit, offset: (page - 1) * limit })
  const results = await presentEvents(deps, deps.db, found)
  return { count: await countShownEvents(deps.db, user.id), results }
}

/** The events on an influencer's profile, the newest first. */
export async function virtualEventsOf(
  deps: Pick<LiveEventsDeps, 'placesHeld'>,
  db: DbOrTx,
  influencerId: string,
): Promise<LiveEvent[]> {
  return presentEvents(
    deps,
    db,
    await findShownEvents(db, { influencerId, limit: ON_PROFILE_MAX, offset: 0 }),
  )
}
