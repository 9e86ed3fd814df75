import { messages, type ReportDecision } from '@parley/contract'
import type { Core } from '../../../core/core.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { lockReport, type ReportRow, setDecision } from './report-store.ts'

/**
 * Decides a report, once, as a member of staff saw it; its reporter gets a mail. Runs in the transaction of the staff
 * audit. Nobody decides a case of their own.
 */
export async function decideReport(
  deps: Pick<Core, 'outbox' | 'clock'>,
  tx: Tx,
  input: { id: string; staffId: string; decision: ReportDecision; reason: string; version: number },
): Promise<ReportRow> {
  const { id, staffId, decision, reason, version } = input
  const report = await lockReport(tx, id)
  if (!report) throw refuse.notFound('There is no such report')
  if ([report.reporterId, report.reportedId].includes(staffId)) throw refuse.forbidden(messages.ownCase)
  if (report.decidedAt || report.version !== version) throw refuse.conflict(messages.staleCase)
  await setDecision(tx, id, { decision, reason, decidedBy: staffId, now: deps.clock.now() })
  await deps.outbox.add(tx, MAIL_TOPIC, {
    template: 'report-decided',
    userId: report.reporterId,
    data: { decision },
  })
  return report
}
