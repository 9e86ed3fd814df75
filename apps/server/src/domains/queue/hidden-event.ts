import type { DbOrTx } from '../../db/client.ts'
import { findUserById } from '../accounts/public.ts'
import { haveSharedRequest } from '../requests/public.ts'
import { partedAmong } from '../safety/public.ts'
import type { EventRow } from './store.ts'

type Owned = Pick<EventRow, 'influencerId'>

/**
 * Whether an event is 404 for a person who does not own it: one of the two blocked the other, or its owner is
 * suspended. Attack: a blocked fan who reads another refusal and so knows that the event continues, or who follows its
 * line.
 */
export async function isHiddenFrom(db: DbOrTx, { influencerId }: Owned, personId: string): Promise<boolean> {
  const parted = await partedAmong(db, { pairs: [[influencerId, personId]], people: [influencerId] })
  return parted.areApart(influencerId, personId) || parted.suspended.size > 0
}

/**
 * Whether an event is 404 for a person without a task in it, because they may not see the private profile of its owner.
 * Attack: a stranger who tries the titles that a private event may have, and reads that one of them is not theirs.
 */
export async function isOfPrivateOwner(
  db: DbOrTx,
  { influencerId }: Owned,
  personId: string,
): Promise<boolean> {
  const owner = await findUserById(db, influencerId)
  return !owner?.publicProfile && !(await haveSharedRequest(db, personId, influencerId))
}
