import { and, eq, not } from 'drizzle-orm'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { isOpenAccount, users } from '../../accounts/public.ts'
import { isBlockBetween } from '../../safety/public.ts'
import type { RequestRow } from '../store.ts'

const selectOpen = builtOnce((db, value: ValueOf<{ ownerId: string; viewerId: string }>) => {
  const owner = value('ownerId', users.id)
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner), isOpenAccount, not(isBlockBetween(owner, value('viewerId', users.id)))))
})

/**
 * Whether the profile of a request's influencer opens to the person who booked or attends it, who also sees a private
 * profile; nothing for any other reader. It does not say why: a block must not be told from a closed account.
 */
export async function profileOpens(
  db: DbOrTx,
  { influencerId, buyerId, attendeeId }: RequestRow,
  viewerId: string | null,
): Promise<{ profile_opens?: boolean }> {
  if (!influencerId || !viewerId || (viewerId !== buyerId && viewerId !== attendeeId)) return {}
  return { profile_opens: (await selectOpen(db, { ownerId: influencerId, viewerId })).length > 0 }
}
