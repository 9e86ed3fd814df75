import type { ExploreQuery } from '@parley/contract'
import { isStorable } from '../../core/storable-text.ts'
import { findPublicPerson, publicMovedUsername } from '../accounts/public.ts'
import { findPublicEvent, publicEventVersion } from '../live-events/public.ts'
import { profileVersion } from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { createExplore } from './explore.ts'
import { createExploreVersion } from './explore-version.ts'
import { createOnNow } from './on-now.ts'
import { findInfluencer } from './profile-page.ts'

/** The data that rendered pages may read: only what everybody may see. */
export function publicDataOf(deps: DiscoveryDeps) {
  const explore = createExplore(deps)
  const exploreVersion = createExploreVersion(deps, explore)
  return {
    influencer: async (username: string) => (isStorable(username) ? findInfluencer(deps, username) : null),
    event: async (slug: string) => (isStorable(slug) ? findPublicEvent(deps, slug) : null),
    async version(username: string) {
      const found = isStorable(username) ? await profileVersion(deps.db, username) : null
      // The owner's id is part of the version: another person may get this name later, and reach the same number.
      return found && `${found.userId} ${found.version}`
    },
    person: async (username: string) => (isStorable(username) ? findPublicPerson(deps.db, username) : null),
    movedTo: async (username: string) => (isStorable(username) ? publicMovedUsername(deps, username) : null),
    eventVersion: async (slug: string) => (isStorable(slug) ? publicEventVersion(deps, slug) : null),
    explore: (query: ExploreQuery) => explore(query),
    exploreVersion,
    ...createOnNow(explore, exploreVersion),
  }
}
