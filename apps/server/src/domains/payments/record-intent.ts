import { CURRENCY } from '@parley/contract'
import { invariant } from '../../core/invariant.ts'
import type { Tx } from '../../db/client.ts'
import { chargeLegs, postJournal, pspFeeLegs } from '../ledger/public.ts'
import type { IntentFacts } from './payment-provider.ts'
import { type PaymentRow, updatePayment } from './store.ts'

const statusOf: Record<IntentFacts['status'], PaymentRow['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/**
 * Stores the provider's state of a locked payment, and the charge in the ledger; money never moves back after paid.
 */
export async function recordIntent(
  tx: Tx,
  fact: { payment: PaymentRow; intent: IntentFacts; now: Date },
): Promise<void> {
  const { payment, intent, now } = fact
  const status = payment.status === 'succeeded' ? payment.status : statusOf[intent.status]
  await updatePayment(tx, payment.id, {
    status,
    // A webhook may arrive before the answer with the intent's id, or after that answer was lost.
    intentId: payment.intentId ?? intent.intentId,
    clientSecret: payment.clientSecret ?? intent.clientSecret,
    chargeId: intent.chargeId ?? payment.chargeId,
    feePence: intent.feePence ?? payment.feePence,
    lastError: intent.lastError,
    cardBrand: intent.card?.brand ?? payment.cardBrand,
    cardLast4: intent.card?.last4 ?? payment.cardLast4,
    updatedAt: now,
  })
  if (intent.status !== 'succeeded') return
  invariant(
    intent.amountPence === payment.amountPence && intent.currency === CURRENCY,
    `payment ${payment.id} was charged another amount`,
  )
  const { requestId } = payment
  const legs = chargeLegs(requestId, payment.amountPence)
  await postJournal(tx, { key: `charge:${payment.id}`, kind: 'charge', requestId, at: now, legs })
  if (!intent.feePence) return
  await postJournal(tx, {
    key: `psp_fee:${payment.id}`,
    kind: 'psp_fee',
    requestId,
    at: now,
    legs: pspFeeLegs(intent.feePence),
  })
}
