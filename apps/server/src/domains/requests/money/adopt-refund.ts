import { type Pence, pence } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { influencerOwesPence } from '../../ledger/public.ts'
import {
  adoptSecondTry,
  coverRefunds,
  findPaymentByIntent,
  findRefundOf,
  insertRefund,
  isSecondTry,
  type RefundFacts,
  type RefundRow,
  refundOfTransfer,
  resumeRefunds,
  type TransferFacts,
  transferWord,
} from '../../payments/public.ts'
import { planReversal, wakePayouts } from '../../payouts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { netPence, refundedElsewhere } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { applyPayment } from './apply-payment.ts'
import { followRefund } from './follow-refunds.ts'
import { earnedOf } from './give-back-rules.ts'

/** `listed`: the books cannot assign it; a person must check it. */
export type Adopted = 'applied' | 'listed'

/** Somebody refunded more by hand than is left of a sale and owed to its buyer. No try after it ends differently. */
export class BeyondSale extends Error {}

/**
 * Fetches a refund from the provider and stores it: one of ours, one whose row was lost with a database, or one that
 * an operator made by hand. Any number of times, one effect; false if it belongs to no payment of ours.
 */
export async function applyRefundOutcome(deps: RequestsDeps, providerRefundId: string): Promise<boolean> {
  const facts = await deps.payments.fetchRefund(providerRefundId)
  const payment = facts.intentId ? await findPaymentByIntent(deps.db, facts.intentId) : undefined
  if (!payment) return false
  // The event of a refund by hand may come before that of its payment.
  if (payment.status !== 'succeeded') await applyPayment(deps, payment)
  const known =
    (await findRefundOf(deps.db, payment.id, facts)) ?? (await adoptLostTry(deps, payment.id, facts))
  // A refund that the bank sent back moved out and in again, and the platform owes it to the buyer; a refused one
  // moved nothing.
  if (!known && facts.status === 'failed' && !facts.hasMoved) return true
  if (!known) await adopt(deps, payment.requestId, { paymentId: payment.id, facts })
  const refund = known ?? (await findRefundOf(deps.db, payment.id, facts))
  invariant(refund, 'an adopted refund is stored')
  const followed = await followRefund(deps, { refund, word: { ...facts, transferId: null } })
  // Another refund took the row in this moment: the next round finds or makes one for this.
  return followed === 'another' ? applyRefundOutcome(deps, providerRefundId) : true
}

/** The same; a refund that the books cannot have is left to a person: the reconciliation lists it. */
export async function followRefundOf(deps: RequestsDeps, providerRefundId: string): Promise<void> {
  try {
    await applyRefundOutcome(deps, providerRefundId)
  } catch (error) {
    if (!(error instanceof BeyondSale)) throw error
    deps.log.error({ providerRefundId, err: error }, 'a refund by hand is in no books')
  }
}

/** Stores a transfer that carried a refund to the buyer's own account. */
export async function adoptRefundOf(
  deps: RequestsDeps,
  { refundId, transfer }: { refundId: string; transfer: TransferFacts },
): Promise<Adopted> {
  const now = deps.clock.now()
  const refund = await withTransaction(deps.db, tx => refundOfTransfer(deps, tx, { refundId, transfer, now }))
  if (!refund) return 'listed'
  const followed = await followRefund(deps, { refund, word: transferWord(transfer) })
  return followed === 'another' ? 'listed' : 'applied'
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
  await changeRequest(deps, {
    requestId,
    action: 'refund_by_provider',
    actorId: null,
    decide: async (row, tx, now) => {
      if (await findRefundOf(tx, paymentId, facts)) return null
      const takenPence = await takeFromSale(deps, tx, { row, facts, now })
      const earned = earnedOf(row, takenPence)
      const refundId = await insertRefund(tx, { paymentId, requestId, facts, takenPence, earned, now })
      if (earned) {
        const owedPence = influencerOwesPence(earned)
        await planReversal(deps, tx, { requestId, owedPence, reason: `refund:${refundId}`, now })
        await wakePayouts(tx, earned.influencerId, now)
      }
      return refundedElsewhere(row, takenPence, now)
    },
  })
}

/**
 * What a refund by hand takes of a sale, in pence. More than is left of it was on its way back already and is not sent
 * once more. Attack: a buyer who got a part by hand chooses another way for all that the provider then refused.
 */
async function takeFromSale(
  deps: RequestsDeps,
  tx: Tx,
  { row, facts, now }: { row: RequestRow; facts: RefundFacts; now: Date },
): Promise<Pence> {
  const { amountPence, providerRefundId } = facts
  const beyondPence = pence(Math.max(0, amountPence - netPence(row)))
  const coveredPence = await coverRefunds(tx, { requestId: row.id, upToPence: beyondPence, now })
  if (coveredPence < beyondPence)
    throw new BeyondSale(`refund ${providerRefundId} is more than is left of the sale`)
  if (beyondPence > 0) await resumeRefunds(deps, tx, row.id)
  return pence(amountPence - beyondPence)
}
