import type { DecideReport, StaffCase, StaffReport } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { PageRequest } from '../../../db/pages.ts'
import { requestCase } from '../../requests/public.ts'
import { decideReport, findReport, linesOfReport, listReports, type ReportRow } from '../../safety/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { assertNoPartyToReported } from './own-case.ts'
import { personLines, storyOf } from './people-lines.ts'
import { partiesOf, wholeRequest } from './whole-request.ts'

type NameOf = Awaited<ReturnType<typeof personLines>>

function rowOf(report: ReportRow, nameOf: NameOf): StaffReport {
  return {
    ...{ id: report.id, version: report.version, state: report.decidedAt ? 'decided' : 'open' },
    ...{ at: report.createdAt.toISOString(), reason: report.reason, about: report.aboutKind },
    reported: nameOf(report.reportedId),
    reporter: nameOf(report.reporterId),
  }
}

/** The queue of the desk: open reports, the oldest first. Staff do not see reports about themselves. */
export async function listCases(
  deps: StaffDeps,
  input: { staff: Person; state: 'open' | 'decided'; page: PageRequest },
): Promise<{ count: number; results: StaffReport[]; last: string | null }> {
  const { staff, state, page } = input
  const { rows, ...place } = await listReports(deps.db, { state, page, exceptOf: staff.id })
  const people = rows.flatMap(row => [row.reportedId, row.reporterId])
  const nameOf = await personLines(deps.db, people)
  const requests = rows.map(row => (row.aboutKind === 'request' ? row.aboutId : null))
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'look_reports', now: deps.clock.now() },
    after: shownOn({ people, requests }),
  })
  return { ...place, results: rows.map(row => rowOf(row, nameOf)) }
}

/** One case with all its data. The staff audit records that it was read. */
export async function showCase(deps: StaffDeps, input: { staff: Person; id: string }): Promise<StaffCase> {
  const { staff, id } = input
  const { db } = deps
  const report = await findReport(db, id)
  // Attack: staff who look up who reported them.
  if (!report || report.reportedId === staff.id) throw refuse.notFound('There is no such report')
  await assertNoPartyToReported(db, report, staff.id)
  const lines = await linesOfReport(db, id)
  const nameOf = await personLines(db, [
    ...lines.map(line => line.authorId),
    report.reportedId,
    report.reporterId,
    ...(report.decidedBy ? [report.decidedBy] : []),
  ])
  const [reported, reporter] = [await storyOf(db, report.reportedId), await storyOf(db, report.reporterId)]
  if (!reported || !reporter) throw refuse.notFound('There is no such report')
  const request = report.aboutKind === 'request' ? await requestCase(deps, db, report.aboutId) : null
  await recordAction(db, {
    ...{ staffId: staff.id, act: 'look', personId: report.reportedId, now: deps.clock.now() },
    about: { kind: 'report', id },
    after: shownOn({
      people: [report.reportedId, report.reporterId, ...(request ? partiesOf(request) : [])],
      requests: [request?.id],
    }),
  })
  return {
    ...rowOf(report, nameOf),
    text: report.text,
    facts: report.facts,
    reported_story: reported,
    reporter_story: reporter,
    request: request && (await wholeRequest(db, request, staff.id)),
    lines: lines.map(({ authorId, text, saidAt }) => ({
      from: nameOf(authorId).username,
      text,
      at: saidAt.toISOString(),
    })),
    decision: decisionOf(report, nameOf),
  }
}

function decisionOf(report: ReportRow, nameOf: NameOf): StaffCase['decision'] {
  const { decision, decisionReason, decidedAt, decidedBy } = report
  if (!decision || !decidedAt || !decidedBy) return null
  return {
    decision,
    reason: decisionReason ?? '',
    at: decidedAt.toISOString(),
    by: nameOf(decidedBy).username,
  }
}

/** Decides a case, once, by staff who are not involved; the reporter gets a mail. */
export async function decideCase(
  deps: StaffDeps,
  input: { staff: Person; id: string; act: DecideReport },
): Promise<void> {
  const { staff, id, act } = input
  await withTransaction(deps.db, async tx => {
    const seen = await findReport(tx, id)
    if (seen) await assertNoPartyToReported(tx, seen, staff.id)
    const report = await decideReport(deps, tx, { id, staffId: staff.id, ...act })
    await recordAction(tx, {
      ...{ staffId: staff.id, act: 'decide_report', personId: report.reportedId, now: deps.clock.now() },
      ...{ about: { kind: 'report', id } as const, reason: act.reason },
      ...{ before: { version: report.version }, after: { decision: act.decision } },
    })
  })
  deps.outbox.nudge()
}
