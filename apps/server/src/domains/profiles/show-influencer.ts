import type { Influencer } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { maySee } from '../accounts/public.ts'
import type { ProfilesDeps } from './deps.ts'
import { influencerOf } from './influencer.ts'
import { type FoundProfile, findProfile } from './store.ts'

interface Sight {
  username: string
  viewer: Person | null
}

/** An influencer as a viewer may see them. */
export async function showInfluencer(deps: ProfilesDeps, input: Sight): Promise<Influencer> {
  return details(deps, await findVisibleProfile(deps, input))
}

/** The profile that a viewer may see; one that is private is not there for strangers. */
export async function findVisibleProfile(
  deps: Pick<ProfilesDeps, 'db' | 'sharesRequest'>,
  { username, viewer }: Sight,
): Promise<FoundProfile> {
  const found = await findProfile(deps.db, username)
  if (!found || !(await maySee(deps, { owner: found.user, viewer }))) throw refuse.notFound()
  return found
}

/** The details of a profile that the caller may see. */
export async function details(deps: ProfilesDeps, found: FoundProfile): Promise<Influencer> {
  const virtualEvents = await deps.virtualEventsOf(deps.db, found.user.id)
  return influencerOf(found, { ...deps, virtualEvents })
}
