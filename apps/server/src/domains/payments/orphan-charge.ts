import { pence } from '@parley/contract'
import { eq, lt, sql } from 'drizzle-orm'
import { withTransaction } from '../../db/client.ts'
import {
  orphanChargeLegs,
  postJournal,
  pspFeeLegs,
  refundPaidLegs,
  refundReturnedLegs,
} from '../ledger/public.ts'
import type { BalanceTransaction } from './books-provider.ts'
import type { PaymentsDeps } from './deps.ts'
import { orphanCharges } from './tables.ts'

export type OrphanRow = typeof orphanCharges.$inferSelect

/** Stores a charge of ours whose request the database does not have: the platform owes it to the payer. */
export async function recordOrphan(deps: PaymentsDeps, charge: BalanceTransaction): Promise<void> {
  const now = deps.clock.now()
  const { sourceId: id, parentId, amountPence, feePence } = charge
  await withTransaction(deps.db, async tx => {
    await tx
      .insert(orphanCharges)
      .values({ id, intentId: parentId ?? '', amountPence, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
    const entry = { requestId: null, at: now }
    const legs = orphanChargeLegs(amountPence)
    await postJournal(tx, { ...entry, key: `orphan_charge:${id}`, kind: 'orphan_charge', legs })
    if (feePence === 0) return
    await postJournal(tx, { ...entry, key: `psp_fee:${id}`, kind: 'psp_fee', legs: pspFeeLegs(feePence) })
  })
}

/** Stores a refund of such a charge, or that the bank sent it back; false if the refund belongs to none. */
export async function recordOrphanRefund(deps: PaymentsDeps, refund: BalanceTransaction): Promise<boolean> {
  const now = deps.clock.now()
  const hasReturned = refund.kind === 'refund_returned'
  const amountPence = pence(Math.abs(refund.amountPence))
  return withTransaction(deps.db, async tx => {
    const [orphan] = await tx
      .select()
      .from(orphanCharges)
      .where(eq(orphanCharges.intentId, refund.parentId ?? ''))
      .for('update')
    if (!orphan) return false
    const legs = hasReturned ? refundReturnedLegs(amountPence) : refundPaidLegs(amountPence)
    const key = `orphan_refund${hasReturned ? '_returned' : ''}:${refund.sourceId}`
    const isNew = await postJournal(tx, { key, kind: 'orphan_refund', requestId: null, at: now, legs })
    if (!isNew) return true
    await tx
      .update(orphanCharges)
      .set({
        refundedPence: pence(orphan.refundedPence + (hasReturned ? -amountPence : amountPence)),
        updatedAt: now,
      })
      .where(eq(orphanCharges.id, orphan.id))
    return true
  })
}

/** Orphan charges that are not fully refunded. */
export function listOrphans(deps: PaymentsDeps): Promise<OrphanRow[]> {
  return deps.db
    .select()
    .from(orphanCharges)
    .where(lt(orphanCharges.refundedPence, orphanCharges.amountPence))
    .orderBy(sql`${orphanCharges.id}`)
}

/**
 * Refunds an orphan charge at the provider; safe to repeat. False if the bank sent the refund back or the provider
 * refused it: a person decides where the money goes.
 */
export async function refundOrphan(deps: PaymentsDeps, orphan: OrphanRow): Promise<boolean> {
  const { intentId } = orphan
  const refundId = `orphan-${orphan.id}`
  const made = await deps.payments.findRefund({ refundId, intentId })
  if (made) return made.status !== 'failed'
  const amountPence = pence(orphan.amountPence - orphan.refundedPence)
  const reason = 'no_such_request'
  const answer = await deps.payments.refund({ refundId, attempt: 1, intentId, amountPence, reason })
  return !('refused' in answer)
}
