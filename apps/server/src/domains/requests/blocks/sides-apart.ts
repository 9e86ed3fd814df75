import type { DbOrTx } from '../../../db/client.ts'
import { isAnySuspended } from '../../accounts/public.ts'
import { apartFrom } from '../../safety/public.ts'
import type { RequestRow } from '../store.ts'

/**
 * Whether the two sides of a request are not to meet: one of the buyer, who attends in their place and the influencer is
 * suspended, or one has blocked the other.
 */
export async function sidesAreApart(db: DbOrTx, row: RequestRow): Promise<boolean> {
  if (!row.influencerId) return false
  const people = [row.buyerId, row.influencerId, row.attendeeId].filter(id => id !== null)
  if (await isAnySuspended(db, people)) return true
  const apart = await apartFrom(db, row.influencerId)
  return apart.has(row.buyerId) || (row.attendeeId !== null && apart.has(row.attendeeId))
}
