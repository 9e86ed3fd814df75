import type { Influencer } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { maySee, type Person } from '../accounts/public.ts'
import type { ProfilesDeps } from './deps.ts'
import { influencerOf } from './influencer.ts'
import { type FoundProfile, findProfile } from './store.ts'

/** An influencer as a viewer may see them; one that is private is not there for strangers. */
export async function showInfluencer(
  deps: ProfilesDeps,
  input: { username: string; viewer: Person | null },
): Promise<Influencer> {
  const found = await findProfile(deps.db, input.username)
  if (!found || !(await maySee(deps, { owner: found.user, viewer: input.viewer }))) throw refuse.notFound()
  return details(deps, found)
}

/** The details of a profile that the caller may see. */
export async function details(deps: ProfilesDeps, found: FoundProfile): Promise<Influencer> {
  const virtualEvents = await deps.virtualEventsOf(deps.db, found.user.id)
  return influencerOf(found, { ...deps, virtualEvents })
}
