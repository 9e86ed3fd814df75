import {
  formatAmount,
  messages,
  type Pence,
  type Problem,
  type ProblemAnswer,
  pence,
  shownSettledBy,
} from '@parley/contract'
import { idOfKey, newId } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { holdAccount } from '../../accounts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { giveBackIn, mailInfluencer } from '../money/give-back.ts'
import { assertGivable } from '../money/give-back-rules.ts'
import { isTurn } from '../places/follow-event.ts'
import type { Decided, Decision } from '../request.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import {
  type Finding,
  findAgain,
  findTurnAgain,
  isForStaff,
  isOften,
  isProvable,
  type Meeting,
  reportableUntil,
} from './problem-rules.ts'
import { insertProblem, type ProblemRow, problemsOf } from './problem-store.ts'

export interface Reporting extends Problem {
  slug: string
  reporterId: string
}

/**
 * A party reports a problem with a call: one at a time, and two at most. The records settle at once what they prove; a
 * second report of one party, any report of a call that was ended and reported, and anything else waits for staff, and
 * the sale is not released until then.
 */
export async function reportProblem(deps: RequestsDeps, report: Reporting): Promise<ProblemAnswer> {
  const found = await findRequestBySlug(deps.db, report.slug)
  // Attack: probing slugs. Only its parties learn that a call exists.
  if (!found || !isParty(found.row, report.reporterId)) throw refuse.notFound('There is no such request')
  const id = idOfReport(found.row, report)
  let answer: ProblemAnswer = { id, state: 'open', decision: null }
  await changeRequest(deps, {
    requestId: found.row.id,
    action: 'problem',
    actorId: report.reporterId,
    decide: async (row, tx, now) => {
      const earlier = await problemsOf(tx, [row.id])
      const first = earlier.find(each => each.id === id)
      if (first) {
        if (first.kind !== report.kind || (first.text ?? '') !== (report.text ?? ''))
          return { notAllowed: 'This uuid was used for another report already' }
        answer = await firstAnswer(deps, tx, { row, first })
        return null
      }
      assertMay(row, { earlier, reporterId: report.reporterId, now })
      // Their words would outlive an account that is deleted in this moment.
      if (!(await holdAccount(tx, report.reporterId))) throw refuse.unauthenticated()
      const meeting = await meetingOf(tx, row)
      const isForRecord = isProvable(report.kind, { meeting, settledBy: row.settledBy })
      if (!isForRecord || isForStaff(row, earlier, report.reporterId))
        return waitForStaff(deps, tx, { id, row, report, now })
      const finding = await findingOf(deps, tx, { row, meeting })
      answer = { id, state: 'settled', decision: decisionOf(finding.rule, finding.backPence) }
      return settleAtOnce(deps, tx, { id, row, report, now, finding })
    },
  })
  return answer
}

/** A repeated report finds the first by its id. */
function idOfReport({ id, createdAt }: RequestRow, { reporterId, uuid }: Reporting): string {
  return uuid === undefined ? newId() : idOfKey(`problem ${id} ${reporterId} ${uuid}`, createdAt.getTime())
}

/** What was answered to a problem when it was reported: what staff decided later is not in it. */
async function firstAnswer(
  deps: RequestsDeps,
  tx: Tx,
  { row, first }: { row: RequestRow; first: ProblemRow },
): Promise<ProblemAnswer> {
  const { id, settledAt, settledBy, backPence } = first
  if (!settledAt || settledBy) return { id, state: 'open', decision: null }
  const known = backPence > 0 ? row.settledBy : null
  const rule = known ?? (await findingOf(deps, tx, { row, meeting: await meetingOf(tx, row) })).rule
  return { id, state: 'settled', decision: decisionOf(rule, backPence) }
}

async function findingOf(
  deps: RequestsDeps,
  tx: Tx,
  { row, meeting }: { row: RequestRow; meeting: Meeting },
): Promise<Finding> {
  const attendance = await deps.callTime.attendance(tx, row.id)
  return meeting === 'turn' ? findTurnAgain(row, attendance) : findAgain(row, attendance)
}

const decisionOf = (
  rule: NonNullable<RequestRow['settledBy']>,
  backPence: Pence,
): ProblemAnswer['decision'] => ({
  rule: shownSettledBy(rule, { problemOpen: false }),
  refunded: formatAmount(pence(backPence)),
})

async function meetingOf(tx: Tx, row: RequestRow): Promise<Meeting> {
  if (row.requestType !== 'broadcast') return 'call'
  return (await isTurn(tx, row)) ? 'turn' : 'watched'
}

/** Under the lock of the request, so that two reports at once are counted one after the other. */
function assertMay(
  row: RequestRow,
  { earlier, reporterId, now }: { earlier: readonly ProblemRow[]; reporterId: string; now: Date },
): void {
  if (earlier.some(({ state }) => state === 'open')) throw refuse.conflict(messages.problemKnown)
  if (isOften(earlier, reporterId)) throw refuse.conflict(messages.problemDecided)
  const until = reportableUntil(row, earlier, reporterId)
  if (!until || now.getTime() >= until.getTime())
    throw refuse.conflict(
      'This can be said within 48 hours of the end of a call that was to take place, or of our decision about it',
    )
  assertGivable(row)
}

const isParty = ({ buyerId, influencerId }: RequestRow, personId: string) =>
  personId === buyerId || personId === influencerId

const unchanged: Decision = { patch: {}, refund: null, cancelIntent: 'no', release: 'no' }

interface Reported {
  id: string
  row: RequestRow
  report: Reporting
  now: Date
}

const rowOf = ({ id, row, report, now }: Reported) => ({
  ...{ id, requestId: row.id, reporterId: report.reporterId },
  ...{ kind: report.kind, text: report.text || null, createdAt: now },
})

async function waitForStaff(deps: RequestsDeps, tx: Tx, reported: Reported): Promise<Decided> {
  const { row, report } = reported
  await insertProblem(tx, { ...rowOf(reported), state: 'open' })
  const other = report.reporterId === row.buyerId ? row.influencerId : row.buyerId
  const data = { requestId: row.id }
  for (const userId of [report.reporterId, other])
    if (userId) await deps.outbox.add(tx, MAIL_TOPIC, { template: 'problem-opened', userId, data })
  return { ...unchanged, patch: { problemOpen: true } }
}

async function settleAtOnce(
  deps: RequestsDeps,
  tx: Tx,
  reported: Reported & { finding: Finding },
): Promise<Decided> {
  const { id, row, now, finding } = reported
  const backPence = pence(finding.backPence)
  await insertProblem(tx, { ...rowOf(reported), state: 'settled', settledAt: now, backPence })
  if (backPence === 0) return unchanged
  await mailInfluencer(deps, tx, { row, backPence, by: 'record' })
  const decision = await giveBackIn(deps, tx, { row, backPence, reason: `problem:${id}`, now })
  return { ...decision, patch: { ...decision.patch, settledBy: finding.rule } }
}
