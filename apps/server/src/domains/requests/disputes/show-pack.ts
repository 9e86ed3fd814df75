import type { OwnDispute } from '@parley/contract'
import type { PackRow } from './pack-store.ts'
import type { StatementRow } from './statement-store.ts'

type Progress = Omit<NonNullable<OwnDispute['pack']>, 'sections'>

/** How far the answer to a dispute has come, as it is shown. */
export const progressOf = (pack: PackRow): Progress => ({
  staged_at: pack.stagedAt?.toISOString() ?? null,
  send_asked_at: pack.sendAskedAt?.toISOString() ?? null,
  sent_at: pack.sentAt?.toISOString() ?? null,
  concede_asked_at: pack.concedeAskedAt?.toISOString() ?? null,
  conceded_at: pack.concededAt?.toISOString() ?? null,
})

/** What the influencer wrote, as it is shown; null where there are no words of theirs. */
export const statementOf = (row: StatementRow | null): OwnDispute['statement'] =>
  row?.text
    ? {
        ...{ text: row.text, at: row.writtenAt.toISOString() },
        staged_at: row.stagedAt?.toISOString() ?? null,
      }
    : null
