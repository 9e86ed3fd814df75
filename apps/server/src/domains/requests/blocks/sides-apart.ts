import type { DbOrTx } from '../../../db/client.ts'
import { apartFrom } from '../../safety/public.ts'
import type { RequestRow } from '../store.ts'

/** Whether the two sides of a request are not to meet: the buyer or who attends in their place, and the influencer. */
export async function sidesAreApart(db: DbOrTx, row: RequestRow): Promise<boolean> {
  if (!row.influencerId) return false
  const apart = await apartFrom(db, row.influencerId)
  return apart.has(row.buyerId) || (row.attendeeId !== null && apart.has(row.attendeeId))
}
