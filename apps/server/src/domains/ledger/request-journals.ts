import { asc, eq } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { Leg } from './legs.ts'
import type { JournalKind } from './post-journal.ts'
import { journals, postings } from './tables.ts'

/** A posted journal of a request. */
export interface RequestJournal {
  key: string
  kind: JournalKind
  at: Date
  legs: readonly Leg[]
}

/** What was posted of each of some requests, in the order in which it happened. */
export async function journalsOf(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, RequestJournal[]>> {
  const found = new Map<string, RequestJournal[]>()
  if (requestIds.length === 0) return found
  const rows = await db
    .select({
      id: journals.id,
      requestId: journals.requestId,
      key: journals.key,
      kind: journals.kind,
      at: journals.createdAt,
      account: postings.account,
      amountPence: postings.amountPence,
    })
    .from(journals)
    .innerJoin(postings, eq(postings.journalId, journals.id))
    .where(anyOf(journals.requestId, requestIds))
    .orderBy(asc(journals.createdAt), asc(journals.id), asc(postings.id))
  const byId = new Map<string, RequestJournal & { legs: Leg[] }>()
  for (const { id, requestId, key, kind, at, account, amountPence } of rows) {
    const leg = { account, amountPence }
    const known = byId.get(id)
    if (known) known.legs.push(leg)
    else {
      const journal = { key, kind: kind as JournalKind, at, legs: [leg] }
      byId.set(id, journal)
      const all = requestId ? (found.get(requestId) ?? []) : []
      if (requestId) found.set(requestId, [...all, journal])
    }
  }
  return found
}

/** Whether what has this key has been posted. */
export const isPosted = async (db: DbOrTx, key: string): Promise<boolean> =>
  (await db.$count(journals, eq(journals.key, key))) > 0
