import { CURRENCY, type PaymentOptions } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import { Refusal } from '../../core/refusal.ts'
import { type AccountsDeps, findUserById, maySee } from '../accounts/public.ts'
import { type DiscoveryDeps, showInfluencer } from '../discovery/public.ts'
import { findProfile, offerForUpdate } from '../profiles/public.ts'
import { mayMeet } from '../safety/public.ts'
import type { RequestsDeps } from './deps.ts'
import type { RequestRoutesDeps } from './routes.ts'
import { haveSharedRequest } from './store.ts'
import { maySell } from './suspensions/may-sell.ts'

/** The lower domains that know the offers of influencers, and who may buy them. */
export interface OfferDeps {
  accounts: AccountsDeps
  discovery: DiscoveryDeps
}

/** The offer for a buyer: the profile's offer, how it is paid, and its owner. */
export function offersFor(
  requests: RequestsDeps,
  offered: OfferDeps,
): Pick<RequestRoutesDeps, 'offerForUpdate' | 'paymentOptions' | 'findInfluencerId'> {
  return {
    async offerForUpdate(tx, { username, buyerId, lock, before }) {
      const found = await findProfile(tx, username)
      if (!found) return null
      await before?.(found.user.id)
      if (!(await mayMeet(tx, found.user.id, buyerId))) return null
      const offer = await offerForUpdate(tx, username, lock)
      if (!offer || !(await maySell(requests, tx, { influencerId: offer.influencerId, buyerId }))) return null
      return offer.isPublic ||
        offer.influencerId === buyerId ||
        (await haveSharedRequest(tx, offer.influencerId, buyerId))
        ? offer
        : null
    },
    paymentOptions: (influencerId, viewer) => paymentOptions({ ...offered, requests }, influencerId, viewer),
    async findInfluencerId(username, viewer) {
      const found = await findProfile(requests.db, username)
      return found && (await maySee(offered.accounts, { owner: found.user, viewer })) ? found.user.id : null
    },
  }
}

async function paymentOptions(
  deps: OfferDeps & { requests: RequestsDeps },
  influencerId: string,
  viewer: Person,
): Promise<PaymentOptions | null> {
  const { accounts, discovery } = deps
  const provider = deps.requests.payments
  const user = await findUserById(accounts.db, influencerId)
  if (!user) return null
  try {
    const influencer = await showInfluencer(discovery, { username: user.username, viewer })
    return {
      provider: provider.name,
      publishable_key: provider.publishableKey,
      currency: CURRENCY,
      main_session: influencer.main_session,
      cards: await accounts.cardsOf(viewer.id),
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
