import { type Pence, pence } from '@parley/contract'
import { isUuid } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { withTransaction } from '../../../db/client.ts'
import { postJournal, pspFeeLegs, reserveLegs } from '../../ledger/public.ts'
import {
  adoptPayment,
  type BalanceTransaction,
  findPaymentOf,
  recordOrphan,
  recordOrphanRefund,
  refundIdOfMark,
  type TransferFacts,
} from '../../payments/public.ts'
import {
  findPayouts,
  recordBankPayout,
  recordHandTransfer,
  recordReversals,
  recordTopUp,
  recordTransfer,
  recordTransferOnItsWay,
} from '../../payouts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { isEarning } from '../request.ts'
import { findRequest } from '../store.ts'
import { type Adopted, adoptRefundOf, applyRefundOutcome } from './adopt-refund.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyIntentOutcome } from './apply-payment.ts'

/**
 * Books a balance transaction of the provider that is missing here, by the same operations as webhooks. Any number of
 * times, one effect.
 */
export async function adoptBalanceTransaction(
  deps: RequestsDeps,
  transaction: BalanceTransaction,
): Promise<Adopted> {
  const adopted = await adoptMoney(deps, transaction)
  if (adopted === 'applied' && transaction.feePence !== 0 && !BOOKS_ITS_FEE.has(transaction.kind))
    await adoptFee(deps, transaction, transaction.feePence)
  return adopted
}

/** Of these the operation itself books what the provider keeps. */
const BOOKS_ITS_FEE: ReadonlySet<BalanceTransaction['kind']> = new Set(['charge', 'dispute', 'provider_fee'])

async function adoptMoney(deps: RequestsDeps, transaction: BalanceTransaction): Promise<Adopted> {
  const { sourceId, parentId } = transaction
  switch (transaction.kind) {
    case 'charge':
      return adoptCharge(deps, transaction)
    case 'refund':
    case 'refund_returned':
      if (await applyRefundOutcome(deps, sourceId)) return 'applied'
      return (await recordOrphanRefund(deps, transaction)) ? 'applied' : 'listed'
    case 'transfer':
      return adoptTransfer(deps, transaction)
    case 'transfer_reversed':
      return parentId ? applyTransfer(deps, parentId) : 'listed'
    case 'dispute':
      await applyDispute(deps, sourceId)
      return 'applied'
    case 'bank_payout':
    case 'bank_payout_returned':
      await recordBankPayout(deps, sourceId)
      return 'applied'
    case 'top_up':
    case 'top_up_returned':
      await recordTopUp(deps, sourceId)
      return 'applied'
    case 'reserve':
      await adoptReserve(deps, transaction)
      return 'applied'
    case 'provider_fee':
      await adoptFee(deps, transaction, pence(transaction.feePence - transaction.amountPence))
      return 'applied'
    case 'unknown':
      return 'listed'
  }
}

/** A fee without a charge: the provider sends no event for it, so only its books show it. */
async function adoptFee(
  deps: RequestsDeps,
  { balanceTransactionId }: BalanceTransaction,
  feePence: Pence,
): Promise<void> {
  const legs = pspFeeLegs(feePence)
  const at = deps.clock.now()
  await withTransaction(deps.db, tx =>
    postJournal(tx, { key: `psp_fee:${balanceTransactionId}`, kind: 'psp_fee', requestId: null, at, legs }),
  )
}

/** Money that the provider holds back stays the platform's: only its place changes. */
async function adoptReserve(
  deps: RequestsDeps,
  { balanceTransactionId, amountPence }: BalanceTransaction,
): Promise<void> {
  const legs = reserveLegs(pence(-amountPence))
  const at = deps.clock.now()
  const key = `reserve:${balanceTransactionId}`
  await withTransaction(deps.db, tx => postJournal(tx, { key, kind: 'reserve', requestId: null, at, legs }))
}

async function adoptCharge(deps: RequestsDeps, charge: BalanceTransaction): Promise<Adopted> {
  const { parentId: intentId, marks, amountPence } = charge
  const { payment_id: id, request_id: requestId } = marks
  // Without our metadata it is a charge of another program that uses the same account at the provider.
  if (!intentId || !id || !requestId || !isUuid(id) || !isUuid(requestId)) return 'listed'
  if (await applyIntentOutcome(deps, intentId)) return 'applied'
  const request = await findRequest(deps.db, requestId)
  const paid = request && (await findPaymentOf(deps.db, requestId))
  const isCharged = paid?.status === 'succeeded'
  if (!request || isCharged) {
    await recordOrphan(deps, charge)
    return 'applied'
  }
  const lost = { id, requestId, payerId: request.row.buyerId, amountPence, intentId, now: deps.clock.now() }
  await withTransaction(deps.db, tx => adoptPayment(tx, lost))
  return (await applyIntentOutcome(deps, intentId)) ? 'applied' : 'listed'
}

/** A transfer without its payout; if the release was lost too, it is repeated. */
async function adoptTransfer(deps: RequestsDeps, transaction: BalanceTransaction): Promise<Adopted> {
  const requestId = transaction.marks.request_id
  if (!requestId) return adoptHandTransfer(deps, await deps.payouts.fetchTransfer(transaction.sourceId))
  const refundId = refundIdOfMark(requestId)
  if (refundId)
    return adoptRefundOf(deps, { refundId, transfer: await deps.payouts.fetchTransfer(transaction.sourceId) })
  const request = isUuid(requestId) ? await findRequest(deps.db, requestId) : undefined
  if (!request || !isEarning(request.row)) return 'listed'
  await changeRequest(deps, {
    requestId,
    action: 'release',
    actorId: null,
    decide: (row, _tx, now) =>
      row.releasedAt
        ? null
        : { patch: { releasedAt: now }, refund: null, cancelIntent: 'no', release: 'yes' },
  })
  const payout = (await findPayouts(deps.db, [requestId])).get(requestId)
  invariant(payout, 'a released request has a payout')
  const transfer = await deps.payouts.fetchTransfer(transaction.sourceId)
  const now = deps.clock.now()
  await withTransaction(deps.db, tx => recordTransfer(tx, { payoutId: payout.id, transfer, now }))
  return 'applied'
}

/**
 * What came back of a transfer, of one to an influencer or of one that carried a refund to a buyer's account; or a
 * transfer that an operator made by hand.
 */
export async function applyTransfer(deps: RequestsDeps, transferId: string): Promise<Adopted> {
  if (await recordReversals(deps, transferId)) return 'applied'
  const transfer = await deps.payouts.fetchTransfer(transferId)
  // What comes back of one by hand is booked by nobody: a person has to look at it.
  if (transfer.requestId === null)
    return transfer.reversals.length > 0 ? 'listed' : adoptHandTransfer(deps, transfer)
  const refundId = refundIdOfMark(transfer.requestId)
  if (refundId) return adoptRefundOf(deps, { refundId, transfer })
  // What came back went out: its answer to us is late. Without that, `sendTransfer` finds out by itself.
  if (transfer.reversals.length === 0 || !(await recordTransferOnItsWay(deps, transfer))) return 'listed'
  return (await recordReversals(deps, transferId)) ? 'applied' : 'listed'
}

const adoptHandTransfer = async (deps: RequestsDeps, transfer: TransferFacts): Promise<Adopted> =>
  (await recordHandTransfer(deps, transfer)) ? 'applied' : 'listed'
