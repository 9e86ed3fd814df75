import { influencerSharePence } from '@parley/contract'
import { newId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { postJournal, releaseLegs } from '../ledger/public.ts'
import { findPaymentOf, PAYMENT_TOPICS, planRefund } from '../payments/public.ts'
import { planPayout } from '../payouts/public.ts'
import { freeTime } from '../schedule/public.ts'
import { REQUEST_TOPICS, type RequestsDeps } from './deps.ts'
import { raiseOpenProblem } from './problems/problem-store.ts'
import { type Decided, type Decision, isOpen, netPence, nextDueAt } from './request.ts'
import { endProposal } from './slots/proposal-store.ts'
import { insertRequestAudit, lockRequest, type RequestRow, updateRequest } from './store.ts'

export interface Change {
  requestId: string
  /** A name for the audit trail: `accept`, `reject`, `pay`, `time`. */
  action: string
  /** Null when a rule of time or the payment provider acts. */
  actorId: string | null
  decide: (row: RequestRow, tx: Tx, now: Date) => Decided | Promise<Decided>
}

/**
 * Every change of a request: one row lock, then state, ledger, audit row and outbox in one transaction. A change that
 * the rules do not allow is 409 and changes nothing; an unknown request is 404.
 */
export async function changeRequest(deps: RequestsDeps, change: Change): Promise<RequestRow> {
  const row = await withTransaction(deps.db, tx => changeRequestIn(deps, tx, change))
  deps.outbox.nudge()
  return row
}

/** The same within a transaction that does more. */
export async function changeRequestIn(deps: RequestsDeps, tx: Tx, change: Change): Promise<RequestRow> {
  const before = await lockRequest(tx, change.requestId)
  if (!before) throw refuse.notFound('There is no such request')
  const now = deps.clock.now()
  const decided = await change.decide(before, tx, now)
  if (decided && 'notAllowed' in decided) throw refuse.conflict(decided.notAllowed)
  return decided ? carryOut(deps, tx, { change, before, decision: decided, now }) : before
}

interface Carrying {
  change: Change
  before: RequestRow
  decision: Decision
  now: Date
}

async function carryOut(deps: RequestsDeps, tx: Tx, work: Carrying): Promise<RequestRow> {
  const { change, before, decision, now } = work
  const action = decision.action ?? change.action
  const patch = withoutProposal(before, decision.patch)
  const after = { ...before, ...patch }
  const dueAt = decision.recheckAt ?? nextDueAt(after, deps)
  // A time rule without effect makes no new version, so a person who saw the former version may still act.
  const version = Object.keys(patch).length === 0 ? before.version : before.version + 1
  const [row] = await updateRequest(tx, before.id, { ...patch, dueAt, version })
  invariant(row, 'a locked request is updated')
  if (Object.keys(decision.patch).length === 0) return row
  if (row.startsAt && isOpen(before) && !isOpen(row)) await freeTime(tx, row.id)
  if (before.proposalUntil && !row.proposalUntil) await endProposal(tx, row.id, { endedBy: action, now })
  await insertRequestAudit(tx, {
    id: newId(),
    requestId: before.id,
    action,
    actorId: change.actorId,
    fromState: before.state,
    toState: row.state,
    fromPayment: before.paymentStatus,
    toPayment: row.paymentStatus,
    data: {
      outcome: row.outcome,
      refundPence: decision.refund?.pence ?? 0,
      reason: decision.refund?.reason ?? null,
    },
    createdAt: now,
  })
  await moveMoney(deps, tx, { row, decision, now })
  // Staff decide about the money that they saw: what went back or to a bank since makes it another case.
  if (row.problemOpen && isOtherMoney(before, row)) await raiseOpenProblem(tx, row.id)
  await deps.outbox.add(tx, REQUEST_TOPICS.changed, {
    requestId: row.id,
    action,
    actorId: change.actorId,
    fromState: before.state,
    state: row.state,
    fromPayment: before.paymentStatus,
    payment: row.paymentStatus,
    refund: decision.refund,
    attendeeLeft: before.attendeeId !== null && row.attendeeId === null,
    ...(decision.proposed ? { proposed: [...decision.proposed] } : {}),
  })
  return row
}

const isOtherMoney = (before: RequestRow, after: RequestRow) =>
  before.refundedPence !== after.refundedPence || before.chargedBackPence !== after.chargedBackPence

/** The proposal ends with a call that is over, begun or moved. */
function withoutProposal(before: RequestRow, patch: Decision['patch']): Decision['patch'] {
  const after = { ...before, ...patch }
  const isOver = !isOpen(after) || after.begunAt !== null || after.slotSequence !== before.slotSequence
  return before.proposalUntil && isOver ? { ...patch, proposalUntil: null } : patch
}

async function moveMoney(
  deps: RequestsDeps,
  tx: Tx,
  work: { row: RequestRow; decision: Decision; now: Date },
): Promise<void> {
  const { row, decision, now } = work
  if (decision.refund) {
    const { pence, reason } = decision.refund
    await planRefund(deps, tx, { requestId: row.id, amountPence: pence, reason, now })
  }
  if (decision.cancelIntent === 'yes') {
    const payment = await findPaymentOf(tx, row.id)
    if (payment) await deps.outbox.add(tx, PAYMENT_TOPICS.cancelIntent, { paymentId: payment.id })
  }
  if (decision.release === 'yes') {
    invariant(row.influencerId, 'a completed request has an influencer')
    const legs = releaseLegs({
      requestId: row.id,
      influencerId: row.influencerId,
      netPence: netPence(row),
      feeBasisPoints: row.feeBasisPoints,
    })
    await postJournal(tx, { key: `release:${row.id}`, kind: 'release', requestId: row.id, at: now, legs })
    const sharePence = influencerSharePence(netPence(row), row.feeBasisPoints)
    await planPayout(tx, { requestId: row.id, influencerId: row.influencerId, sharePence, now })
  }
}
