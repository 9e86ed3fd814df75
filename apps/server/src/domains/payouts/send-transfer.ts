import { type PayoutWaitCode, pence } from '@parley/contract'
import { and, eq } from 'drizzle-orm'
import { isUuid } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { Outage } from '../../core/outage.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { postJournal, transferLegs } from '../ledger/public.ts'
import type { Refused, TransferFacts } from '../payments/public.ts'
import { findPaymentOf } from '../payments/public.ts'
import { refreshAccount } from './account/refresh-account.ts'
import { debtPence } from './decide-payouts.ts'
import type { HoldOf, PayoutsDeps } from './deps.ts'
import { findPayout, lockPayout, lockPayoutOf, type PayoutRow } from './payout-store.ts'
import { payouts, transferReversals } from './tables.ts'

const TRY_AGAIN_MS = 3_600_000

/**
 * Sends a decided transfer to the provider and stores the answer; safe to repeat. Where the provider was away, much may
 * have happened since the decision: what holds payouts back by now, or a new debt, holds this one back too.
 */
export async function sendTransfer(deps: PayoutsDeps, payoutId: string, holdOf: HoldOf): Promise<void> {
  const payout = await findPayout(deps.db, payoutId)
  invariant(payout, 'a decided payout is stored')
  if (payout.status !== 'sending') return
  // Idempotency keys expire after a day, and a restored database has new ids: the provider's list has neither fault.
  const chargeId = (await findPaymentOf(deps.db, payout.requestId))?.chargeId ?? null
  const made = await deps.payouts.findTransfer({ requestId: payout.requestId, chargeId })
  const wait = made ? null : await waitSince(deps, payout, holdOf)
  if (wait) return waitAgain(deps, payout, wait)
  const answer = made ?? (await requestTransfer(deps, payout, chargeId))
  if ('refused' in answer) await writeRefusal(deps, payout, answer)
  else
    await withTransaction(deps.db, tx =>
      recordTransfer(tx, { payoutId, transfer: answer, now: deps.clock.now() }),
    )
}

interface Wait {
  waitsFor: PayoutWaitCode
  lookAt: Date
}

/** Why a transfer that the provider has not made waits, although it was decided; null if it goes. */
async function waitSince(deps: PayoutsDeps, payout: PayoutRow, holdOf: HoldOf): Promise<Wait | null> {
  const { influencerId } = payout
  const now = deps.clock.now()
  const hold = await holdOf(deps.db, influencerId)
  if (hold) return { waitsFor: hold, lookAt: new Date(now.getTime() + TRY_AGAIN_MS) }
  return (await debtPence(deps.db, influencerId)) > 0 ? { waitsFor: 'debt', lookAt: now } : null
}

async function requestTransfer(
  deps: PayoutsDeps,
  payout: PayoutRow,
  chargeId: string | null,
): Promise<TransferFacts | Refused> {
  invariant(chargeId && payout.accountId, 'what is paid out was charged, and goes to an account')
  return deps.payouts.transfer({
    payoutId: payout.id,
    attempt: payout.attempt,
    requestId: payout.requestId,
    accountId: payout.accountId,
    amountPence: pence(payout.sharePence - payout.withheldPence),
    chargeId,
  })
}

/** A definite refusal: nothing went out. The payout waits, and is tried again. */
async function writeRefusal(deps: PayoutsDeps, payout: PayoutRow, { refused }: Refused): Promise<void> {
  await waitAgain(deps, payout, {
    waitsFor: refused === 'account' ? 'account_not_ready' : 'provider_refused',
    lookAt: new Date(deps.clock.now().getTime() + TRY_AGAIN_MS),
  })
  deps.log.error({ payoutId: payout.id, refused }, 'the provider refused a transfer')
  if (refused === 'account' && payout.accountId) await lookAtAccount(deps, payout.accountId)
}

/** The webhook about a stop was lost, or is late: its owner learns what the provider wants of them. */
async function lookAtAccount(deps: PayoutsDeps, accountId: string): Promise<void> {
  try {
    await refreshAccount(deps, accountId)
  } catch (error) {
    // The payout waits and is tried again in an hour: so is this.
    if (!(error instanceof Outage)) throw error
  }
}

/** A transfer that the provider did not make waits again, as a whole; its next try has a new key. */
async function waitAgain(deps: PayoutsDeps, payout: PayoutRow, wait: Wait): Promise<void> {
  const now = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    const locked = await lockPayout(tx, payout.id)
    if (locked?.status !== 'sending' || locked.attempt !== payout.attempt) return
    await tx
      .update(payouts)
      .set({
        ...{ status: 'waiting', withheldPence: pence(0), attempt: locked.attempt + 1 },
        ...wait,
        updatedAt: now,
      })
      .where(eq(payouts.id, payout.id))
    // Nothing went out that could come back. Attack: an influencer whose account is ready a moment later gets the money
    // that they owe, because a planned reversal counts as paid.
    await tx
      .update(transferReversals)
      .set({ status: 'refused', updatedAt: now })
      .where(and(eq(transferReversals.payoutId, payout.id), eq(transferReversals.status, 'pending')))
  })
}

/** Stores a transfer at the provider, and its posting in the ledger; any number of times, one effect. */
export async function recordTransfer(
  tx: Tx,
  fact: { payoutId: string; transfer: TransferFacts; now: Date },
): Promise<void> {
  const { transfer, now } = fact
  const payout = await lockPayout(tx, fact.payoutId)
  invariant(payout, 'a payout is never deleted')
  if (payout.status === 'paid') return
  const { amountPence, transferId, accountId } = transfer
  invariant(amountPence <= payout.sharePence, `payout ${payout.id} was sent another amount`)
  await tx
    .update(payouts)
    .set({
      status: 'paid',
      withheldPence: pence(payout.sharePence - amountPence),
      ...{ transferId, accountId, waitsFor: null, lookAt: null, paidAt: now, updatedAt: now },
    })
    .where(eq(payouts.id, payout.id))
  await postJournal(tx, {
    key: `transfer:${payout.id}`,
    kind: 'transfer',
    requestId: payout.requestId,
    at: now,
    legs: transferLegs(payout.influencerId, amountPence),
  })
}

/**
 * Stores a transfer of which the provider speaks before its answer to `sendTransfer` is here; false where none is on
 * its way for that request.
 */
export async function recordTransferOnItsWay(deps: PayoutsDeps, transfer: TransferFacts): Promise<boolean> {
  const { requestId } = transfer
  // The mark of another program in the same account at the provider is no id of ours.
  if (requestId === null || !isUuid(requestId)) return false
  return withTransaction(deps.db, async tx => {
    const payout = await lockPayoutOf(tx, requestId)
    if (payout?.status !== 'sending') return false
    await recordTransfer(tx, { payoutId: payout.id, transfer, now: deps.clock.now() })
    return true
  })
}
