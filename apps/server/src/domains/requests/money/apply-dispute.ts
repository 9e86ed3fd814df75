import { DISPUTE_PACK_SENT_BEFORE_MS, type Pence, pence } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import type { Tx } from '../../../db/client.ts'
import { disputeLostLegs, influencerOwesPence, isPosted, postJournal } from '../../ledger/public.ts'
import {
  coverRefunds,
  type DisputeFacts,
  type DisputeStep,
  disputeOpenedAt,
  findPaymentByIntent,
  hasOpenDispute,
  listMadeRefunds,
  lockPayment,
  type PaymentRow,
  type Requested,
  recordDispute,
  resumeRefunds,
} from '../../payments/public.ts'
import { planReversal, wakePayouts } from '../../payouts/public.ts'
import { usedOfPlace } from '../blocks/end-between.ts'
import { cutCall } from '../calls/cut-call.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { noteLeftByDispute } from '../disputes/left-by-dispute.ts'
import { findPack, listWithoutPack, markSent, updateDueBy } from '../disputes/pack-store.ts'
import { restOfLost } from '../disputes/rest-of-lost.ts'
import { isTurn } from '../places/follow-event.ts'
import { endTurn } from '../places/turn-rules.ts'
import {
  type Decided,
  endByRule,
  isOpen,
  loseDispute,
  netPence,
  openDispute,
  winDispute,
} from '../request.ts'
import type { RequestRow } from '../store.ts'
import { adoptRefundOf, followRefundOf } from './adopt-refund.ts'
import { applyPayment } from './apply-payment.ts'
import { followRefund, followReturned } from './follow-refunds.ts'
import { earnedOf } from './give-back-rules.ts'

/** Fetches a dispute from the provider and updates the request; any order, any number of times, one effect. */
export async function applyDispute(deps: RequestsDeps, disputeId: string): Promise<void> {
  const dispute = await deps.payments.fetchDispute(disputeId)
  const payment = dispute.intentId ? await findPaymentByIntent(deps.db, dispute.intentId) : undefined
  if (!payment) return
  // The event of a dispute may come before that of its payment.
  if (payment.status !== 'succeeded') await applyPayment(deps, payment)
  // What went out before the dispute is not for the bank to pay, also where the provider's answer was lost.
  if (dispute.state === 'lost')
    for (const made of await listMadeRefunds(deps, payment.requestId)) await followMade(deps, made)
  await changeRequest(deps, {
    requestId: payment.requestId,
    action: `dispute_${dispute.state}`,
    actorId: null,
    decide: (row, tx, now) => follow(deps, tx, { row, paymentId: payment.id, dispute, now }),
  })
  await followReturned(deps, payment.requestId)
}

/** A refund that was made; where another one took its row in this moment, it gets one of its own. */
async function followMade(deps: RequestsDeps, made: Requested): Promise<void> {
  if ((await followRefund(deps, made)) === 'stored') return
  const { providerRefundId, transferId } = made.word
  if (providerRefundId !== null) await followRefundOf(deps, providerRefundId)
  if (transferId === null) return
  const transfer = await deps.payouts.fetchTransfer(transferId)
  const adopted = await adoptRefundOf(deps, { refundId: made.refund.id, transfer })
  // A person looks at it: the reconciliation lists it.
  if (adopted === 'listed') deps.log.error({ transferId }, 'a refund by hand is in no books')
}

/**
 * Makes the answer to a dispute, with the bank's present deadline, unless it was answered in the provider's dashboard.
 */
async function followPack(
  deps: RequestsDeps,
  tx: Tx,
  { dispute, requestId, step }: { dispute: DisputeFacts; requestId: string; step: DisputeStep | null },
): Promise<void> {
  const { disputeId } = dispute
  const [missing] = await listWithoutPack(tx, { most: 1, disputeId })
  // What answers the question of a bank does not answer its dispute.
  if (missing || step === 'open') await deps.outbox.add(tx, REQUEST_TOPICS.packMade, { disputeId, requestId })
  else await updateDueBy(tx, dispute)
  if (!missing && dispute.submissions > 0) await markSent(tx, dispute.disputeId, deps.clock.now())
}

interface Standing {
  row: RequestRow
  paymentId: string
  dispute: DisputeFacts
  now: Date
}

async function follow(deps: RequestsDeps, tx: Tx, standing: Standing): Promise<Decided> {
  const { row, dispute, now } = standing
  const payment: PaymentRow | undefined = await lockPayment(tx, standing.paymentId)
  invariant(payment?.status === 'succeeded', 'only what was charged is disputed')
  const { step, begins } = await recordDispute(tx, { payment, dispute, now })
  if (dispute.state === 'open') await followPack(deps, tx, { dispute, requestId: row.id, step })
  if (step === null) {
    if (await isTakenLate(tx, dispute)) {
      // Only now it is taken from what they have or would get.
      if (netPence(row) > 0) await mailInfluencer(deps, tx, { row, step: 'lost', dispute, now })
      return settle(deps, tx, { ...standing, step: 'lost' })
    }
    // The provider may give the money of a dispute back some time after it said that the dispute was won.
    if (dispute.state !== 'open') await resumeRefunds(deps, tx, row.id)
    return null
  }
  await mailInfluencer(deps, tx, { row, step, dispute, now })
  if (step === 'inquiry') return noted(row, 'dispute_inquiry')
  if (begins && step !== 'won')
    await noteLeftByDispute(deps, tx, { row, openedAt: await disputeOpenedAt(tx, dispute.disputeId), now })
  if (step === 'open') return openDispute(row)
  return settle(deps, tx, { ...standing, step })
}

/** What follows from the end of a dispute for the sale, for its refunds and for the payouts of its influencer. */
async function settle(
  deps: RequestsDeps,
  tx: Tx,
  { step, ...standing }: Standing & { step: 'won' | 'lost' },
): Promise<Decided> {
  const { row, now } = standing
  if (row.influencerId) await wakePayouts(tx, row.influencerId, now)
  const others = (await hasOpenDispute(tx, row.id)) ? 'open' : 'none'
  const decided = step === 'lost' ? await bearLoss(deps, tx, { ...standing, others }) : null
  // Refunds that waited for the dispute, and that the bank did not give, can be sent now.
  await resumeRefunds(deps, tx, row.id)
  return decided ?? (others === 'none' ? winDispute(row) : null)
}

/** What the bank took of a dispute, by its balance transactions: not all that is in transit, but this one's alone. */
const takenBy = ({ balanceTransactions }: DisputeFacts): Pence =>
  pence(-balanceTransactions.reduce((sum, { amountPence }) => sum + amountPence, 0))

/** Whether the provider said that a dispute is lost before it showed the money of it, and shows it now. */
const isTakenLate = async (tx: Tx, dispute: DisputeFacts): Promise<boolean> =>
  dispute.state === 'lost' && takenBy(dispute) > 0 && !(await isPosted(tx, `dispute:${dispute.disputeId}`))

/**
 * A lost dispute: the bank's money comes first from refunds that had not gone out, then from held money, then from
 * earned money, which becomes the influencer's debt and the returned fee of the platform; the platform pays the rest
 * and the bank's fee.
 */
async function bearLoss(
  deps: RequestsDeps,
  tx: Tx,
  { row, dispute, others, now }: Standing & { others: 'open' | 'none' },
): Promise<Decided> {
  const openedAt = await disputeOpenedAt(tx, dispute.disputeId)
  const takenPence = takenBy(dispute)
  if (takenPence <= 0)
    return endLost(deps, tx, { row, openedAt, refundsPence: pence(0), salePence: pence(0), others, now })
  const heldPence = row.releasedAt ? pence(0) : netPence(row)
  const refundsPence = await coverRefunds(tx, { requestId: row.id, upToPence: takenPence, now })
  const salePence = pence(Math.min(takenPence - refundsPence, netPence(row)))
  const earned = salePence > 0 ? earnedOf(row, salePence) : null
  await postJournal(tx, {
    key: `dispute:${dispute.disputeId}`,
    kind: 'dispute',
    requestId: row.id,
    at: now,
    legs: disputeLostLegs({
      requestId: row.id,
      amountPence: takenPence,
      refundsPence,
      heldPence: pence(Math.min(heldPence, salePence)),
      earned,
    }),
  })
  if (earned) {
    const owedPence = influencerOwesPence(earned)
    const reason = `dispute:${dispute.disputeId}`
    await planReversal(deps, tx, { requestId: row.id, owedPence, reason, now })
  }
  return endLost(deps, tx, { row, openedAt, refundsPence, salePence, others, now })
}

/**
 * Ends the request of a lost dispute. A call that began is settled by what was used of it. Attack: a buyer who used
 * nearly all of it lets their bank take a pound, and the rest comes back too.
 */
async function endLost(
  deps: RequestsDeps,
  tx: Tx,
  { row, openedAt, ...loss }: Parameters<typeof loseDispute>[1] & { row: RequestRow; openedAt: Date },
): Promise<Decided> {
  if (!isOpen(row)) return loseDispute(row, loss)
  if (!row.begunAt) return endUnbegun(deps, tx, { row, openedAt, ...loss })
  const lost = loseDispute({ ...row, state: 'completed' }, loss)
  if (!lost || 'notAllowed' in lost) return lost
  const settled = await settleBegun(deps, tx, { row: { ...row, ...lost.patch }, now: loss.now })
  if (!settled || 'notAllowed' in settled) return lost
  return { ...settled, patch: { ...lost.patch, ...settled.patch, outcome: 'charged_back' } }
}

/** A call that has not begun is cancelled; of a dated one the rest follows its ladder, or who waited. */
async function endUnbegun(
  deps: RequestsDeps,
  tx: Tx,
  { row, openedAt, ...loss }: Parameters<typeof loseDispute>[1] & { row: RequestRow; openedAt: Date },
): Promise<Decided> {
  const lost = loseDispute({ ...row, state: 'completed' }, loss)
  if (!lost || 'notAllowed' in lost || netPence({ ...row, ...lost.patch }) === 0)
    return loseDispute(row, loss)
  const { buyerEndedAtMs } = await deps.callTime.attendance(tx, row.id)
  const rest = restOfLost({ ...row, ...lost.patch }, { openedAt, buyerEndedAtMs })
  if (!rest) return loseDispute(row, loss)
  const ended = { state: 'cancelled', endedAt: loss.now } as const
  return { ...lost, patch: { ...lost.patch, ...ended, ...rest.patch }, refund: rest.refund }
}

/** A row of the audit trail, and nothing else. */
const noted = ({ paymentStatus }: RequestRow, action: string): Decided => ({
  ...{ patch: { paymentStatus }, refund: null, cancelIntent: 'no', release: 'no', action },
})

/** Ends a call, a turn or a place at an event that has begun, now: what was used of it decides about the rest. */
async function settleBegun(
  deps: RequestsDeps,
  tx: Tx,
  { row, now }: { row: RequestRow; now: Date },
): Promise<Decided> {
  const { liveEventId } = row
  if (!liveEventId) return cutCall(row, await deps.callTime.attendance(tx, row.id), now)
  const usedMs = await usedOfPlace(deps, tx, { id: row.id, liveEventId })
  if (await isTurn(tx, row)) return endTurn(row, { end: 'part', back: 'unused', why: null, usedMs }, now)
  const isServed = usedMs >= row.durationSeconds * 1000
  return endByRule(row, {
    state: 'completed',
    outcome: isServed ? 'served' : 'part_served',
    cause: isServed ? 'used_up' : 'place_ended',
    usedMs,
    now,
  })
}

/**
 * The influencer gets a mail when a dispute begins, with the deadline for a statement if there is time, when it is
 * lost, and when the bank takes money of the sale only after that.
 */
async function mailInfluencer(
  deps: RequestsDeps,
  tx: Tx,
  { row, step, dispute, now }: Omit<Standing, 'paymentId'> & { step: DisputeStep },
): Promise<void> {
  if (!row.influencerId || step === 'won') return
  const [userId, requestId] = [row.influencerId, row.id]
  if (step === 'open' || step === 'inquiry') {
    const goesAt = dispute.dueBy && new Date(dispute.dueBy.getTime() - DISPUTE_PACK_SENT_BEFORE_MS)
    const until = goesAt && goesAt > now ? { until: goesAt.toISOString() } : {}
    const word = step === 'inquiry' ? { bank: 'only_asks' as const } : {}
    const data = { requestId, ...until, ...(dispute.dueBy ? word : { bank: 'takes_no_answer' as const }) }
    return deps.outbox.add(tx, MAIL_TOPIC, { template: 'dispute-opened', userId, data })
  }
  const pack = await findPack(tx, dispute.disputeId)
  // A dispute that was answered in the provider's dashboard was not lost by accepting the loss.
  const isConceded = pack?.concedeAskedAt != null && pack.sentAt === null && dispute.submissions === 0
  const data = { requestId, by: isConceded ? ('staff' as const) : ('bank' as const) }
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'dispute-lost', userId, data })
}
