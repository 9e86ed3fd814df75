import { formatAmount, type Pence } from '@parley/contract'
import { and, asc, eq, gt } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import { inBatches } from '../../db/in-batches.ts'
import { held, payable } from './accounts.ts'
import { journals, postings } from './tables.ts'

/** The lines of the ledger that concern a person: what they earned, then what was held for their requests. */
export async function* ledgerLinesOf(
  db: DbOrTx,
  person: { userId: string; requestIds: AsyncIterable<readonly string[]> },
) {
  const earned = inBatches<{ id: string } & Line>((after, limit) =>
    lines(db)
      .where(and(eq(postings.account, payable(person.userId)), after && gt(postings.id, after.id)))
      .orderBy(asc(postings.id))
      .limit(limit),
  )
  for await (const rows of earned) yield* rows.map(shown)
  for await (const ids of person.requestIds) {
    const rows = await lines(db)
      .where(anyOf(postings.account, ids.map(held)))
      .orderBy(asc(postings.id))
    yield* rows.map(shown)
  }
}

function lines(db: DbOrTx) {
  return db
    .select({
      id: postings.id,
      kind: journals.kind,
      request: journals.requestId,
      account: postings.account,
      amountPence: postings.amountPence,
      at: journals.createdAt,
    })
    .from(postings)
    .innerJoin(journals, eq(journals.id, postings.journalId))
}

interface Line {
  id: string
  kind: string
  request: string | null
  account: string
  amountPence: Pence
  at: Date
}

const shown = ({ kind, request, account, amountPence, at }: Line) => ({
  ...{ kind, request, account },
  ...{ amount: formatAmount(amountPence), at: at.toISOString() },
})
