import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { withTransaction } from '../../../db/client.ts'
import { influencerOwesPence } from '../../ledger/public.ts'
import {
  adoptSecondTry,
  findPaymentByIntent,
  findRefundOf,
  insertRefund,
  isSecondTry,
  type RefundFacts,
  type RefundRow,
} from '../../payments/public.ts'
import { planReversal, wakePayouts } from '../../payouts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { netPence, refundedElsewhere } from '../request.ts'
import { followRefund } from './follow-refunds.ts'
import { earnedOf } from './give-back-rules.ts'

/**
 * Fetches a refund from the provider and stores it: one of ours, one whose row was lost with a database, or one that
 * an operator made by hand. Any number of times, one effect; false if it belongs to no payment of ours.
 */
export async function applyRefundOutcome(deps: RequestsDeps, providerRefundId: string): Promise<boolean> {
  const facts = await deps.payments.fetchRefund(providerRefundId)
  const payment = facts.intentId ? await findPaymentByIntent(deps.db, facts.intentId) : undefined
  if (!payment) return false
  const known =
    (await findRefundOf(deps.db, payment.id, facts)) ?? (await adoptLostTry(deps, payment.id, facts))
  // A refund that the bank sent back moved out and in again, and the platform owes it to the buyer; a refused one
  // moved nothing.
  if (!known && facts.status === 'failed' && !facts.hasMoved) return true
  if (!known) await adopt(deps, payment.requestId, { paymentId: payment.id, facts })
  const refund = known ?? (await findRefundOf(deps.db, payment.id, facts))
  invariant(refund, 'an adopted refund is stored')
  await followRefund(deps, { refund, word: { ...facts, transferId: null } })
  return true
}

/**
 * A second try of a returned refund: ours, if a restored database has only the first, or an operator's in the
 * provider's dashboard. It takes no more from the sale.
 */
async function adoptLostTry(
  deps: RequestsDeps,
  paymentId: string,
  { refundId, reason, amountPence, status, hasMoved }: RefundFacts,
): Promise<RefundRow | undefined> {
  const isByHand = refundId === null && (status !== 'failed' || hasMoved)
  if (!isByHand && !isSecondTry(reason)) return undefined
  const lost = {
    refundId: refundId ?? newId(),
    paymentId,
    amountPence,
    accountId: null,
    now: deps.clock.now(),
  }
  return withTransaction(deps.db, tx => adoptSecondTry(tx, lost))
}

async function adopt(
  deps: RequestsDeps,
  requestId: string,
  { paymentId, facts }: { paymentId: string; facts: RefundFacts },
): Promise<void> {
  const { amountPence } = facts
  await changeRequest(deps, {
    requestId,
    action: 'refund_by_provider',
    actorId: null,
    decide: async (row, tx, now) => {
      if (await findRefundOf(tx, paymentId, facts)) return null
      const isLeft = amountPence <= netPence(row)
      invariant(isLeft, `refund ${facts.providerRefundId} is more than is left of the sale`)
      const earned = earnedOf(row, amountPence)
      const refundId = await insertRefund(tx, { paymentId, requestId, facts, earned, now })
      if (earned) {
        const owedPence = influencerOwesPence(earned)
        await planReversal(deps, tx, { requestId, owedPence, reason: `refund:${refundId}`, now })
        await wakePayouts(tx, earned.influencerId, now)
      }
      return refundedElsewhere(row, amountPence, now)
    },
  })
}
