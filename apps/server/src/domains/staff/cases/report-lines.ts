import { STAFF_REPORTS_MAX, type StaffReportLine } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { hasNoSide } from '../../requests/public.ts'
import { listReportsAbout, type ReportRow } from '../../safety/public.ts'

const lineOf = (report: ReportRow): StaffReportLine => ({
  ...{ id: report.id, reason: report.reason, about: report.aboutKind, at: report.createdAt.toISOString() },
  decision:
    report.decision && report.decidedAt
      ? {
          ...{ decision: report.decision, reason: report.decisionReason ?? '' },
          at: report.decidedAt.toISOString(),
        }
      : null,
})

/** The last reports about a person or about one thing, with their decisions, as a member of staff may see them. */
export async function reportLines(
  db: DbOrTx,
  about: { personId: string } | { aboutId: string },
  readerId: string,
): Promise<StaffReportLine[]> {
  const rows = await listReportsAbout(db, about, {
    ...{ readerId, most: STAFF_REPORTS_MAX },
    isApart: aboutId => hasNoSide(db, aboutId, readerId),
  })
  return rows.map(lineOf)
}
