import { and, eq, gte, isNotNull, lt } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { sessionRequests } from '../tables.ts'

/** When the slots began that somebody served within a span of time: they count towards the limit of their day. */
export async function servedSlotStarts(
  db: DbOrTx,
  { personId, from, until }: { personId: string; from: Date; until: Date },
): Promise<Date[]> {
  const rows = await db
    .select({ startsAt: sessionRequests.startsAt })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.influencerId, personId),
        isNotNull(sessionRequests.slotSequence),
        eq(sessionRequests.state, 'completed'),
        gte(sessionRequests.startsAt, from),
        lt(sessionRequests.startsAt, until),
      ),
    )
  return rows.flatMap(({ startsAt }) => startsAt ?? [])
}
