import type { LiveEvent, RequestPageQuery } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import type { DbOrTx } from '../../db/client.ts'
import { findVisibleProfile } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { presentEvents } from './present-event.ts'
import { findShownEvents, readShownEvents } from './store.ts'

/** More than any influencer has on one page. */
const ON_PROFILE_MAX = 50

/** A page of an influencer's events, for people who may see the influencer. */
export async function listLiveEvents(
  deps: LiveEventsDeps,
  input: { username: string; viewer: Person | null; page: RequestPageQuery },
): Promise<{ count: number; results: LiveEvent[]; last: string | null }> {
  const { user } = await findVisibleProfile(deps, input)
  const { rows, ...place } = await readShownEvents(deps.db, { influencerId: user.id, page: input.page })
  return { ...place, results: await presentEvents(deps, deps.db, rows) }
}

/** The events on an influencer's profile, the newest first. */
export async function virtualEventsOf(
  deps: Pick<LiveEventsDeps, 'placesHeld'>,
  db: DbOrTx,
  influencerId: string,
): Promise<LiveEvent[]> {
  return presentEvents(deps, db, await findShownEvents(db, { influencerId, limit: ON_PROFILE_MAX }))
}
