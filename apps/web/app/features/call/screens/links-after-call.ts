import { t } from '../../../language/text.ts'
import type { CallParties } from '../connection/admission.ts'

/** Where a call is left to. The performer of a prepaid link need not have a profile: its list leads back in. */
export function backLink({
  requestType,
  influencerUsername,
}: Pick<CallParties, 'requestType' | 'influencerUsername'>): { path: string; name: string } {
  return requestType === 'prepaid'
    ? { path: '/prepaid', name: t('Back to your prepaid links') }
    : { path: `/profile/${influencerUsername}`, name: t('Back to the profile') }
}

/** Where one goes from a call that is over: its buyer to book the like again, the influencer back. */
export function nextLink(parties: CallParties): { path: string; name: string } {
  const back = backLink(parties)
  if (parties.isInfluencer) return back
  return {
    ...back,
    name: parties.requestType === 'prepaid' ? t('Create another link') : t('Book again'),
  }
}
