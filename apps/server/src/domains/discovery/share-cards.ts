import { durationText, type Influencer, type LiveEvent, poundsInEnglish } from '@parley/contract'
import { shortUkMoment } from '@parley/contract/uk-time'
import { findPublicEvent, publicEventVersion } from '../live-events/public.ts'
import { profileVersion, readImage } from '../profiles/public.ts'
import type { DiscoveryDeps } from './deps.ts'
import { findInfluencer } from './profile-page.ts'
import type { ShareCard } from './share-image.ts'

/** The subject of a share image. */
export interface ShareSubject {
  kind: 'profile' | 'event'
  /** The username or the event's slug. */
  name: string
}

/** The row version for a share image; null when the person is not public. */
export async function shareVersion(
  deps: DiscoveryDeps,
  { kind, name }: ShareSubject,
): Promise<string | null> {
  if (kind === 'event') return publicEventVersion(deps, name)
  const found = await profileVersion(deps.db, name)
  // The owner's id is part of the version: another person may get this name later, and reach the same number.
  return found && `${found.version}-${found.userId}`
}

/** The content of a share image; null when the person is not public. */
export async function shareCard(
  deps: DiscoveryDeps,
  { kind, name }: ShareSubject,
): Promise<ShareCard | null> {
  if (kind === 'event') {
    const event = await findPublicEvent(deps, name)
    return event && eventCard(event, await portraitOf(deps, await eventImage(deps, event)))
  }
  const influencer = await findInfluencer(deps, name)
  return influencer && profileCard(influencer, await portraitOf(deps, influencer.profile.picture))
}

/** An event without an image of its own shows its owner's. */
async function eventImage(deps: DiscoveryDeps, { profile, influencer }: LiveEvent): Promise<string | null> {
  if (profile.picture) return profile.picture
  return (await findInfluencer(deps, influencer.user.username))?.profile.picture ?? null
}

const portraitOf = (deps: DiscoveryDeps, address: string | null) =>
  address === null ? null : readImage(deps.images, address)

function profileCard({ user, main_session: offer }: Influencer, portrait: Buffer | null): ShareCard {
  return {
    kicker: 'Private video call with',
    title: `${user.first_name} ${user.last_name}`,
    line: `@${user.username}`,
    price: `${poundsInEnglish(offer.amount)} · ${durationText(offer.duration, offer.duration_display)}`,
    portrait,
  }
}

function eventCard(event: LiveEvent, portrait: Buffer | null): ShareCard {
  const { username } = event.influencer.user
  return {
    kicker: `Live event with @${username}`,
    title: event.title,
    line: event.starts_at ? shortUkMoment(new Date(event.starts_at)) : 'Begins when the host goes live',
    price: `${poundsInEnglish(event.amount)} · ${durationText(event.duration, event.duration_display)}`,
    portrait,
  }
}
