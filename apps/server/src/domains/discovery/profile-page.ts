import type { Influencer, ProfilePatch, VirtualEventPatch } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import { saveEvent, virtualEventsOf } from '../live-events/public.ts'
import {
  editProfile,
  type FoundProfile,
  findProfile,
  findVisibleProfile,
  influencerOf,
} from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'

/** An influencer with their events, as a viewer may see them. */
export async function showInfluencer(
  deps: DiscoveryDeps,
  sight: { username: string; viewer: Person | null },
): Promise<Influencer> {
  return details(deps, await findVisibleProfile(deps, sight))
}

/**
 * An influencer as everybody may see them, for server-rendered pages; null when there is none or the profile is
 * private.
 */
export async function findInfluencer(deps: DiscoveryDeps, username: string): Promise<Influencer | null> {
  const found = await findProfile(deps.db, username)
  return found?.user.publicProfile ? details(deps, found) : null
}

interface PageEdit {
  person: Person
  patch: ProfilePatch
  picture: Blob | null
  event: { patch: VirtualEventPatch; picture: Blob | null } | null
}

/** Changes one's own page: the profile, and the event in the same form; if one of them is refused, neither changes. */
export async function editPage(deps: DiscoveryDeps, edit: PageEdit): Promise<Influencer> {
  const { person, event } = edit
  if (!event) return details(deps, await editProfile(deps, edit))
  const edited = await editProfile(deps, edit, saveProfile =>
    saveEvent(deps, { person, ...event }, saveProfile),
  )
  return showInfluencer(deps, { username: edited.user.username, viewer: person })
}

async function details(deps: DiscoveryDeps, found: FoundProfile): Promise<Influencer> {
  const virtualEvents = await virtualEventsOf(deps, deps.db, found.user.id)
  return influencerOf(found, { ...deps, virtualEvents })
}
