import type { DurationUnit } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import { durationUnit } from './influencer.ts'
import { findOfferForShare } from './store.ts'

/** What an influencer sells, as it stands; `pricePence` is what the buyer pays. */
export interface Offer {
  influencerId: string
  username: string
  pricePence: number
  durationSeconds: number
  durationDisplay: DurationUnit
  description: string
  isPublic: boolean
}

/** The offer of an influencer, which no edit changes until the transaction ends; null when there is none. */
export async function offerForUpdate(tx: Tx, username: string): Promise<Offer | null> {
  const found = await findOfferForShare(tx, username)
  return found && { ...found, durationDisplay: durationUnit(found.durationDisplay) }
}
