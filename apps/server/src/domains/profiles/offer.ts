import type { DurationUnit, MoneyBackPolicy, Pence, Seconds } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import { findLockedOffer, type OfferLock } from './store.ts'

/** The current offer of an influencer; `pricePence` is what the buyer pays. */
export interface Offer {
  influencerId: string
  username: string
  pricePence: Pence
  durationSeconds: Seconds
  durationDisplay: DurationUnit
  description: string
  moneyBack: MoneyBackPolicy
  isPublic: boolean
}

/** The offer of an influencer, locked against edits until the transaction ends; null when there is none. */
export function offerForUpdate(tx: Tx, username: string, lock: OfferLock = 'share'): Promise<Offer | null> {
  return findLockedOffer(tx, username, lock)
}
