import { formatAmount, type LiveEvent, type PageQuery } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import type { Person } from '../accounts/public.ts'
import { durationUnit, findVisibleProfile, type ProfilesDeps, pictureAddress } from '../profiles/public.ts'
import { countShownEvents, type FoundEvent, findShownEvents } from './store.ts'

/** More than anybody shows on one page. */
const ON_PROFILE_MAX = 50

/** A page of an influencer's events, for whoever may see the influencer. */
export async function listLiveEvents(
  deps: ProfilesDeps,
  input: { username: string; viewer: Person | null; page: PageQuery },
): Promise<{ count: number; results: LiveEvent[] }> {
  const { user } = await findVisibleProfile(deps, input)
  const { page, page_size: limit } = input.page
  const found = await findShownEvents(deps.db, { influencerId: user.id, limit, offset: (page - 1) * limit })
  return { count: await countShownEvents(deps.db, user.id), results: found.map(liveEventOf) }
}

/** The events on an influencer's profile, the newest first. */
export async function virtualEventsOf(db: DbOrTx, influencerId: string): Promise<LiveEvent[]> {
  const found = await findShownEvents(db, { influencerId, limit: ON_PROFILE_MAX, offset: 0 })
  return found.map(liveEventOf)
}

function liveEventOf({ event, owner }: FoundEvent): LiveEvent {
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    description: event.description,
    profile: { picture: pictureAddress(event.pictureId) },
    amount: formatAmount(event.pricePence),
    duration: event.durationSeconds,
    duration_display: durationUnit(event.durationDisplay),
    state: event.state,
    starts_at: event.startsAt?.toISOString() ?? null,
    capacity: event.capacity,
    places_left: event.capacity,
    influencer: { user: owner },
  }
}
