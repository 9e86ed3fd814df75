import { newId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { insertsInto } from '../../db/built-once.ts'
import type { Tx } from '../../db/client.ts'
import type { Leg } from './legs.ts'
import { journals, postings } from './tables.ts'

export type JournalKind =
  | 'charge'
  | 'psp_fee'
  | 'refund_decided'
  | 'refund_paid'
  | 'refund_returned'
  | 'release'
  | 'transfer'
  | 'transfer_reversed'
  /** Part of a sale that was earned goes back to its buyer. */
  | 'refund'
  | 'dispute_funds'
  | 'dispute'
  | 'bank_payout'
  | 'bank_payout_returned'
  | 'top_up'
  | 'top_up_returned'
  /** The provider holds money of the platform back, or releases it. */
  | 'reserve'
  /** Somebody who left gave up what was too little to be paid out. */
  | 'forgone'
  | 'orphan_charge'
  | 'orphan_refund'

export interface Journal {
  /** What happened, once; posting the same key again has no effect. */
  key: string
  kind: JournalKind
  /** Null for what happened to the platform as a whole. */
  requestId: string | null
  at: Date
  legs: readonly Leg[]
}

const insertJournal = insertsInto(journals, insert =>
  insert.onConflictDoNothing({ target: journals.key }).returning({ id: journals.id }),
)

/** Posts a balanced journal once; returns false when its key was posted before. */
export async function postJournal(tx: Tx, journal: Journal): Promise<boolean> {
  const total = journal.legs.reduce((sum, leg) => sum + leg.amountPence, 0)
  invariant(total === 0 && journal.legs.length >= 2, `journal ${journal.kind} does not balance`)
  const [row] = await insertJournal(tx, {
    id: newId(),
    key: journal.key,
    kind: journal.kind,
    requestId: journal.requestId,
    createdAt: journal.at,
  })
  if (!row) return false
  await tx.insert(postings).values(journal.legs.map(leg => ({ id: newId(), journalId: row.id, ...leg })))
  return true
}
