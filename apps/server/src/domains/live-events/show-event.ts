import type { LiveEvent } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { findVisibleProfile, profileVersion } from '../profiles/public.ts'
import type { LiveEventsDeps } from './deps.ts'
import { presentEvents } from './present-event.ts'
import { findEvent } from './store.ts'

/** An event, also one that is over, for people who may see its influencer. */
export async function showEvent(
  deps: LiveEventsDeps,
  input: { slug: string; viewer: Person | null },
): Promise<LiveEvent> {
  const found = await findEvent(deps.db, { slug: input.slug })
  if (!found) throw refuse.notFound('There is no such event')
  await findVisibleProfile(deps, { username: found.owner.username, viewer: input.viewer })
  const [shown] = await presentEvents(deps, deps.db, [found])
  if (!shown) throw refuse.notFound('There is no such event')
  return shown
}

/**
 * An event as everybody may see it, for server-rendered pages; null when there is none or its influencer is private.
 */
export async function findPublicEvent(deps: LiveEventsDeps, slug: string): Promise<LiveEvent | null> {
  const found = await findEvent(deps.db, { slug })
  if (!found?.owner.publicProfile) return null
  const [shown] = await presentEvents(deps, deps.db, [found])
  return shown ?? null
}

/**
 * The version of an event's page: the version of its influencer, which grows with every change of an event, and the
 * event's id, because another event may get this slug later, and its influencer reach the same number.
 */
export async function publicEventVersion(deps: LiveEventsDeps, slug: string): Promise<string | null> {
  const found = await findEvent(deps.db, { slug })
  const profile = found && (await profileVersion(deps.db, found.owner.username))
  return profile && `${profile.version}-${found.event.id}`
}
