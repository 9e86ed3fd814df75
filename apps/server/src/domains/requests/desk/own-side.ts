import { type AnyColumn, and, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { sessionRequests } from '../tables.ts'

/**
 * That somebody has no side in a request, as a condition of a query; `requestId` is the column with its id, or with the
 * id of something else. Attack: staff who read at the desk what is said or decided about a call of their own.
 */
export function hasNoSide(db: DbOrTx, requestId: AnyColumn, userId: string): SQL {
  const { id, buyerId, influencerId, attendeeId } = sessionRequests
  const isSide = or(eq(buyerId, userId), eq(influencerId, userId), eq(attendeeId, userId))
  return notExists(
    db
      .select({ one: sql`1` })
      .from(sessionRequests)
      .where(and(eq(id, requestId), isSide)),
  )
}
