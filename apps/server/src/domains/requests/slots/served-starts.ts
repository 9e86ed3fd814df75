import { JOIN_BEFORE_START_MS } from '@parley/contract'
import { and, eq, gte, isNotNull, lt } from 'drizzle-orm'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { sessionRequests } from '../tables.ts'

/** When the slots began that somebody served within a span of time: they count towards the limit of their day. */
export async function servedSlotStarts(
  db: DbOrTx,
  { personId, from, until, now }: { personId: string; from: Date; until: Date; now: Date },
): Promise<Date[]> {
  // No call begins earlier than that: of a later day nothing is to be read.
  if (from.getTime() > now.getTime() + JOIN_BEFORE_START_MS) return []
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
