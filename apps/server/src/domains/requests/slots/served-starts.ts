import { and, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { sessionRequests } from '../tables.ts'

/** When the slots began that somebody served within a span of time: they count towards the limit of their day. */
export async function servedSlotStarts(
  db: DbOrTx,
  { personId, from, until }: { personId: string; from: Date; until: Date },
): Promise<Date[]> {
  const rows = await selectServed(db, { personId, from, until })
  return rows.flatMap(({ startsAt }) => startsAt ?? [])
}

const selectServed = builtOnce((db, value: ValueOf<{ personId: string; from: Date; until: Date }>) =>
  db
    .select({ startsAt: sessionRequests.startsAt })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.influencerId, value('personId', sessionRequests.influencerId)),
        isNotNull(sessionRequests.slotSequence),
        eq(sessionRequests.state, 'completed'),
        gte(sessionRequests.startsAt, value('from', sessionRequests.startsAt)),
        lt(sessionRequests.startsAt, value('until', sessionRequests.startsAt)),
      ),
    ),
)
