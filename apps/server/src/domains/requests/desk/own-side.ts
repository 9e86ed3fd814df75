import { type AnyColumn, and, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { problems, requestGifts, sessionRequests } from '../tables.ts'

/**
 * That somebody has no side in a request, as a condition of a query; `requestId` is the column with its id, or with the
 * id of something else. Attack: staff who read at the desk what is said or decided about a call of their own.
 */
export function hasNoSide(db: DbOrTx, requestId: AnyColumn | SQL, userId: string): SQL {
  const { id, buyerId, influencerId, attendeeId } = sessionRequests
  const isSide = or(eq(buyerId, userId), eq(influencerId, userId), eq(attendeeId, userId))
  return notExists(
    db
      .select({ one: sql`1` })
      .from(sessionRequests)
      .where(and(eq(id, requestId), isSide)),
  )
}

/**
 * That somebody never was a party of one request together with a person, as `werePartiesOfOne` says it of two people;
 * `personId` is the column with the person's id.
 */
export function hasNoneWith(db: DbOrTx, personId: AnyColumn, userId: string): SQL {
  const { id, buyerId, influencerId, attendeeId } = sessionRequests
  const { requestId, takenBy } = requestGifts
  const one = (isOne: SQL | undefined) => db.select({ one: sql`1` }).from(sessionRequests).where(isOne)
  const given = (isOne: SQL | undefined) =>
    db.select({ one: sql`1` }).from(requestGifts).innerJoin(sessionRequests, eq(id, requestId)).where(isOne)
  const together = unionAll(
    one(and(eq(influencerId, personId), or(eq(buyerId, userId), eq(attendeeId, userId)))),
    one(and(eq(influencerId, userId), or(eq(buyerId, personId), eq(attendeeId, personId)))),
    given(and(eq(takenBy, userId), or(eq(buyerId, personId), eq(influencerId, personId)))),
    given(and(eq(takenBy, personId), or(eq(buyerId, userId), eq(influencerId, userId)))),
  )
  return sql`(${isInNone(db, userId)} or not exists (${together}))`
}

/** That somebody is in no request at all: one question, whatever the number of people it is asked about. */
function isInNone(db: DbOrTx, userId: string): SQL | undefined {
  const { buyerId, influencerId, attendeeId } = sessionRequests
  const sides = [buyerId, influencerId, attendeeId].map(side =>
    notExists(db.select({ one: sql`1` }).from(sessionRequests).where(eq(side, userId))),
  )
  const gifts = db.select({ one: sql`1` }).from(requestGifts).where(eq(requestGifts.takenBy, userId))
  return and(...sides, notExists(gifts))
}

/** Which of some problems are about requests in which somebody has no side. */
export async function problemsApart(db: DbOrTx, ids: readonly string[], userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(anyOf(problems.id, ids), hasNoSide(db, problems.requestId, userId)))
  return rows.map(({ id }) => id)
}

/** Which of some requests are those of somebody, on any side. */
export async function requestsOfSide(db: DbOrTx, ids: readonly string[], userId: string): Promise<string[]> {
  const { id, buyerId, influencerId, attendeeId } = sessionRequests
  const isSide = or(eq(buyerId, userId), eq(influencerId, userId), eq(attendeeId, userId))
  const rows = await db
    .select({ id })
    .from(sessionRequests)
    .where(and(anyOf(id, ids), isSide))
  return rows.map(row => row.id)
}

/** That a problem, by its id, is about a request in which somebody has no side; also if it was deleted. */
export const isProblemApart = (db: DbOrTx, problemId: SQL, userId: string): SQL =>
  sql`coalesce((select ${hasNoSide(db, problems.requestId, userId)} from ${problems} where ${eq(problems.id, problemId)}), true)`
