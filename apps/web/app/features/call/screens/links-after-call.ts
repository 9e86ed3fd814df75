import { t } from '../../../language/text.ts'
import type { CallParties } from '../connection/admission.ts'

/** Where a call is left to: the page of its performer, which shows both of them the way back in. */
export function backLink({ influencerUsername }: Pick<CallParties, 'influencerUsername'>): {
  path: string
  name: string
} {
  return { path: `/profile/${influencerUsername}`, name: t('Back to the profile') }
}

/**
 * Where one goes from a call that is over: its buyer to book the like again, everybody else back; none of them to a
 * profile that does not open to them.
 */
export function nextLink(parties: CallParties): { path: string; name: string } {
  const back = backLink(parties)
  if (parties.isInfluencer) return back
  if (parties.requestType === 'prepaid' && !parties.isGift)
    return { path: '/prepaid', name: t('Create another link') }
  if (!parties.profileOpens) return { path: '/explore', name: t('Explore') }
  return parties.requestType === 'private' ? { ...back, name: t('Book again') } : back
}
