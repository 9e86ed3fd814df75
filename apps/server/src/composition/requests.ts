import { CURRENCY, type PaymentOptions } from '@parley/contract'
import type { Config } from '../config.ts'
import type { Person } from '../core/person.ts'
import { Refusal } from '../core/refusal.ts'
import { type AccountsDeps, maySee } from '../domains/accounts/public.ts'
import { findUserById } from '../domains/accounts/store.ts'
import { createCallTime } from '../domains/calls/public.ts'
import { type DiscoveryDeps, showInfluencer } from '../domains/discovery/public.ts'
import type { PaymentProvider } from '../domains/payments/payment-provider.ts'
import type { PaymentsDeps } from '../domains/payments/public.ts'
import { findProfile, offerForUpdate } from '../domains/profiles/public.ts'
import { haveSharedRequest, servedSlotStarts } from '../domains/requests/public.ts'
import type { RequestRoutesDeps } from '../domains/requests/routes.ts'
import type { LimitOf } from '../http/rate-limits.ts'

const HOUR_MS = 3_600_000

export interface RequestsWiring {
  accounts: AccountsDeps
  discovery: DiscoveryDeps
  payments: PaymentsDeps
  config: Config
  limitOf: LimitOf
}

/** What requests ask of the domains beside them. */
export function createRequestsDeps({
  accounts,
  discovery,
  payments,
  config,
  limitOf,
}: RequestsWiring): RequestRoutesDeps {
  const { db } = payments
  const provider = payments.payments
  return {
    ...payments,
    schedule: {
      ...payments,
      sharesRequest: (one, other) => haveSharedRequest(db, one, other),
      servedStarts: servedSlotStarts,
    },
    limitOf,
    callTime: createCallTime(),
    feeBasisPoints: config.feeBasisPoints,
    releaseAfterMs: config.releaseAfterHours * HOUR_MS,
    async offerForUpdate(tx, username, buyerId) {
      const offer = await offerForUpdate(tx, username)
      if (!offer) return null
      return offer.isPublic ||
        offer.influencerId === buyerId ||
        (await haveSharedRequest(tx, offer.influencerId, buyerId))
        ? offer
        : null
    },
    paymentOptions: (influencerId, viewer) =>
      paymentOptions({ accounts, discovery, provider }, influencerId, viewer),
    async findInfluencerId(username, viewer) {
      const found = await findProfile(db, username)
      return found && (await maySee(accounts, { owner: found.user, viewer })) ? found.user.id : null
    },
  }
}

async function paymentOptions(
  deps: { accounts: AccountsDeps; discovery: DiscoveryDeps; provider: PaymentProvider },
  influencerId: string,
  viewer: Person,
): Promise<PaymentOptions | null> {
  const { accounts, discovery, provider } = deps
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
