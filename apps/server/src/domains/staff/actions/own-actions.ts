import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { hasNoSide, isProblemApart, requestsOfSide } from '../../requests/public.ts'
import { isNoPartyToReport } from '../../safety/public.ts'
import { partiesAmong } from '../cases/own-case.ts'
import { staffActions } from '../tables.ts'

type ActionRow = typeof staffActions.$inferSelect

/**
 * That a row of the staff audit may be shown to a reader: it is their own, or it concerns no report and no request to
 * which they are a party. Attack: an admin who was reported reads in the audit who of whom others looked at.
 */
export function isShownTo(db: DbOrTx, readerId: string): SQL | undefined {
  const { staffId, aboutKind, aboutId } = staffActions
  const id = sql`${aboutId}::uuid`
  const apart = {
    userId: readerId,
    isApart: (request: Parameters<typeof hasNoSide>[1]) => hasNoSide(db, request, readerId),
  }
  return or(
    eq(staffId, readerId),
    sql`case ${aboutKind} when 'report' then ${isNoPartyToReport(id, apart)}
      when 'request' then ${hasNoSide(db, id, readerId)}
      when 'problem' then ${isProblemApart(db, id, readerId)} else true end`,
  )
}

/**
 * That a search for a person may find a row: it is the reader's own, the person did it or it concerned them, or it did
 * not show the two together. Attack: an admin who was reported searches for each person who may have done it, and sees
 * which of them was in a list beside the admin.
 */
export function isFoundBy(readerId: string, personId: string): SQL | undefined {
  if (personId === readerId) return undefined
  const { staffId, personId: concerned, after } = staffActions
  const isBeside = sql`coalesce(${after} -> 'people' @> ${JSON.stringify([readerId])}::jsonb, false)`
  return or(eq(staffId, readerId), eq(staffId, personId), eq(concerned, personId), sql`not ${isBeside}`)
}

const idsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(id => typeof id === 'string') : []

/** The rows without what the reader may not know of acts of others that concern them. */
export async function withoutOwnCases<
  Row extends Pick<ActionRow, 'staffId' | 'personId' | 'reason' | 'after'>,
>(db: DbOrTx, rows: readonly Row[], readerId: string): Promise<Row[]> {
  const others = rows.filter(({ staffId }) => staffId !== readerId)
  const concerned = others.flatMap(({ personId, reason }) => (personId && reason !== null ? [personId] : []))
  const parties = await partiesAmong(db, [...new Set(concerned)], readerId)
  const shown = new Set(others.flatMap(({ after }) => idsIn(after?.requests)))
  const ownRequests = new Set(await requestsOfSide(db, [...shown], readerId))
  return rows.map(row => {
    const { staffId, personId, reason, after } = row
    if (staffId === readerId) return row
    const isConcerned = personId === readerId || idsIn(after?.people).includes(readerId)
    const isBeside = isConcerned || idsIn(after?.requests).some(id => ownRequests.has(id))
    const isParty = isConcerned || (personId !== null && parties.has(personId))
    return {
      ...row,
      reason: isParty ? null : reason,
      after: after && isBeside && 'people' in after ? { ...after, people: [] } : after,
    }
  })
}
