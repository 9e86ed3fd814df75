import { and, eq, inArray, sum } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { refunds } from './tables.ts'

/** What of each request the buyer's bank sent back and nobody has sent again, in pence; requests without any are left out. */
export async function returnedPence(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, number>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select({ requestId: refunds.requestId, pence: sum(refunds.amountPence) })
    .from(refunds)
    .where(and(inArray(refunds.requestId, [...requestIds]), eq(refunds.status, 'failed')))
    .groupBy(refunds.requestId)
  return new Map(rows.map(({ requestId, pence }) => [requestId, Number(pence)]))
}
