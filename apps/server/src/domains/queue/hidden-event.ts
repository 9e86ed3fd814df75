import type { DbOrTx } from '../../db/client.ts'
import { isAnySuspended } from '../accounts/public.ts'
import { areApart } from '../safety/public.ts'
import type { EventRow } from './store.ts'

type Owned = Pick<EventRow, 'influencerId'>

/**
 * Whether an event is 404 for a person who does not own it: one of the two blocked the other, or its owner is
 * suspended. Attack: a blocked fan who reads another refusal and so knows that the event continues, or who follows its
 * line.
 */
export async function isHiddenFrom(db: DbOrTx, { influencerId }: Owned, personId: string): Promise<boolean> {
  return (await areApart(db, influencerId, personId)) || (await isAnySuspended(db, [influencerId]))
}
