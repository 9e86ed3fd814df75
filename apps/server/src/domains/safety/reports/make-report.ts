import { DAY_MS, messages, type NewReport, type NewReportAnswer, REPORTS_A_DAY_MAX } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { findUserById } from '../../accounts/public.ts'
import { areApart, isBlockedBy } from '../blocks/block-store.ts'
import type { Reportable, SafetyDeps } from '../deps.ts'
import {
  countReportsBy,
  findReportByUuid,
  insertLines,
  insertReport,
  lockReporter,
  type ReportRow,
} from './report-store.ts'

const notThere = () => refuse.notFound('There is nothing here that you could report')

/**
 * Stores a report with the facts at that time. The reported person does not learn of it. The same key makes one
 * report. Something that the reporter may not see is 404; a block does not prevent a report by a person who was in a
 * call with the other.
 */
export async function makeReport(
  deps: SafetyDeps,
  input: { reporter: Person; report: NewReport & { uuid: string } },
): Promise<NewReportAnswer> {
  const { reporter, report } = input
  // A report that is sent again is answered as the first, though what it is about is not there any more.
  const earlier = await findReportByUuid(deps.db, reporter.id, report.uuid)
  const found = await findReportable(deps, reporter, report.about)
  if (earlier) {
    const made = sameAs(earlier, report, found)
    // The process may have stopped after the first, before it ended the call.
    await endIfRequested(deps, { reporter, report, reportedId: earlier.reportedId })
    return made
  }
  if (!found && report.about.kind === 'line') throw refuse.notFound(messages.lineNotKept)
  if (!found || found.reportedId === reporter.id) throw notThere()
  const { isInCall, moneyWaits = false, ...what } = found
  const { reason, text, uuid } = report
  // Read before the report ends the call: these lines are evidence, and the bus deletes them soon. Attack: a
  // buyer who gave the call away reports it, to read what the two people in it wrote.
  const lines = isInCall ? await deps.chatLines(found.aboutId) : []
  const made = await withTransaction(deps.db, async tx => {
    await lockReporter(tx, reporter.id)
    // The same one may have come from another tab since.
    const known = await findReportByUuid(tx, reporter.id, uuid)
    if (known) return sameAs(known, report, found)
    const now = deps.clock.now()
    const since = new Date(now.getTime() - DAY_MS)
    // Attack: one person floods the desk, so that other reports are not read.
    if ((await countReportsBy(tx, reporter.id, since)) >= REPORTS_A_DAY_MAX)
      throw refuse.tooMany(DAY_MS / 1000, messages.reportsMany)
    const id = newId()
    await insertReport(tx, {
      ...{ id, reporterId: reporter.id, aboutKind: report.about.kind, reason, text, uuid, createdAt: now },
      ...what,
    })
    await insertLines(tx, id, lines)
    return { id, money_waits: moneyWaits }
  })
  await endIfRequested(deps, { reporter, report, reportedId: found.reportedId })
  return made
}

/** After the report: the money of the call waits for staff from the moment in which it ends. */
async function endIfRequested(
  deps: SafetyDeps,
  { reporter, report, reportedId }: { reporter: Person; report: NewReport; reportedId: string },
): Promise<void> {
  if (report.end) await deps.endReportedCalls({ blockerId: reporter.id, blockedId: reportedId })
}

/** What is not found any more, such as a line that somebody hid, is known by the id that the report had. */
function sameAs(
  known: ReportRow,
  { about, reason, text }: NewReport,
  found: Reportable | null,
): NewReportAnswer {
  const isAboutSame = found ? known.aboutId === found.aboutId : about.id.endsWith(known.aboutId)
  const isSame =
    isAboutSame && known.aboutKind === about.kind && known.reason === reason && known.text === text
  if (!isSame) throw refuse.conflict('This key was used for another report')
  // After the decision nothing waits for it.
  return { id: known.id, money_waits: known.decidedAt === null && (found?.moneyWaits ?? false) }
}

function findReportable(
  deps: SafetyDeps,
  reporter: Person,
  about: NewReport['about'],
): Promise<Reportable | null> {
  switch (about.kind) {
    case 'user':
      return reportablePerson(deps, reporter, about.id)
    case 'request':
      return deps.reportableRequest(about.id, reporter.id)
    case 'event':
      return reportableEvent(deps, reporter, about.id)
    case 'question':
      return deps.reportableQuestion(about.id, reporter.id)
    case 'line':
      return deps.reportableLine(about.id, reporter.id)
  }
}

async function reportableEvent(
  deps: SafetyDeps,
  reporter: Person,
  idOrSlug: string,
): Promise<Reportable | null> {
  const event = await deps.reportableEvent(idOrSlug)
  return event && (await reportablePerson(deps, reporter, event.reportedId)) ? event : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function reportablePerson(deps: SafetyDeps, reporter: Person, id: string): Promise<Reportable | null> {
  const user = UUID.test(id) ? await findUserById(deps.db, id) : null
  if (!user) return null
  // Attack: a person who harmed somebody blocks them first, to prevent a report.
  const haveMet = await deps.sharesRequest(reporter.id, user.id)
  const isApart = await areApart(deps.db, reporter.id, user.id)
  const isOwnBlock = await isBlockedBy(deps.db, { blockerId: reporter.id, blockedId: user.id })
  // The page of a prepaid link names its buyer, also one whose profile is private.
  const isShown = user.publicProfile || (await deps.hasUnclaimedLink(user.id))
  const isThere = haveMet || isOwnBlock || (isShown && !isApart)
  return isThere ? { aboutId: user.id, reportedId: user.id, facts: { bio: user.bio } } : null
}
