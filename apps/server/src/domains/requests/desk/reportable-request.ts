import { formatAmount } from '@parley/contract'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import type { Reportable } from '../../safety/public.ts'
import { isToRelease } from '../request.ts'
import { listNamed, type NamedRequest } from '../store.ts'
import { IS_OPEN, sessionRequests } from '../tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Requests by their ids or slugs. */
export function byIdOrSlug(db: DbOrTx, words: readonly string[]): Promise<NamedRequest[]> {
  const { id, slug } = sessionRequests
  const isId = (word: string) => UUID.test(word)
  return listNamed(
    db,
    or(
      inArray(
        slug,
        words.filter(word => !isId(word)),
      ),
      inArray(id, words.filter(isId)),
    ),
  )
}

/** Whether a person has a prepaid link that nobody has accepted: everybody with the link reads their name. */
export async function hasUnclaimedLink(db: DbOrTx, buyerId: string): Promise<boolean> {
  const isTheirs = and(eq(sessionRequests.buyerId, buyerId), eq(sessionRequests.requestType, 'prepaid'))
  const isUnclaimed = and(isNull(sessionRequests.influencerId), IS_OPEN)
  const { id } = sessionRequests
  return (await db.select({ id }).from(sessionRequests).where(and(isTheirs, isUnclaimed)).limit(1)).length > 0
}

/** The other side of a request of the reporter, with what was agreed when they reported it. */
export async function reportableRequest(
  db: DbOrTx,
  idOrSlug: string,
  reporterId: string,
): Promise<Reportable | null> {
  const [found] = await byIdOrSlug(db, [idOrSlug])
  if (!found) return null
  const { row } = found
  const isOfBuyerSide = [row.buyerId, row.attendeeId].includes(reporterId)
  if (!isOfBuyerSide && row.influencerId !== reporterId) return null
  // The attendee was in the call, not the buyer.
  const reportedId = isOfBuyerSide ? row.influencerId : (row.attendeeId ?? row.buyerId)
  if (!reportedId) return null
  return {
    aboutId: row.id,
    reportedId,
    isInCall: [row.attendeeId ?? row.buyerId, row.influencerId].includes(reporterId),
    moneyWaits: isToRelease(row),
    facts: {
      request_type: row.requestType,
      description: row.description,
      note: row.note,
      state: row.state,
      payment: row.paymentStatus,
      amount: formatAmount(row.pricePence),
    },
  }
}
