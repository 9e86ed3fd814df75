import type { PayAnswer } from '@parley/contract'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import {
  assertMayTryCard,
  chargeCard,
  ensureIntent,
  findPaymentByIntent,
  type IntentFacts,
  lockPayer,
  planPayment,
} from '../payments/public.ts'
import type { CheckedHolds } from '../schedule/public.ts'
import { assertBuyer } from './answer-request.ts'
import type { RequestsDeps } from './deps.ts'
import { applyIntent, applyPayment, reserveTimeOf } from './money/apply-payment.ts'
import { isOpen, isPayable, STANDS } from './request.ts'
import { isTimeOver } from './slots/slot-rules.ts'
import { holdWindowToPay } from './slots/tight-window.ts'
import { lockRequest, type RequestRow } from './store.ts'

export interface PayInput {
  requestId: string
  payerId: string
  /** A saved card for a one-tap charge; null to get an intent for the payment form. */
  cardId: string | null
  /** Whether the card of the payment form is to be saved. */
  savesCard: boolean
}

/** A fresh or reused intent of an unpaid request, or a one-tap charge of a saved card. */
export async function payRequest(deps: RequestsDeps, input: PayInput): Promise<PayAnswer> {
  const plan = (checked: CheckedHolds) =>
    withTransaction(deps.db, tx => planned(deps, tx, { ...input, checked }))
  const { request, payment } = await reserveTimeOf(deps, plan, input.payerId)
  const ready = await ensureIntent(deps, payment)
  const intentId = ready.intentId ?? ''
  const intent = input.cardId
    ? await chargeCard(deps, { payment: ready, intentId, cardId: input.cardId, returnUrl: request.callback })
    : await openIntent(deps, { intentId, savesCard: input.savesCard })
  const applied = await applyIntent(deps, ready, intent)
  if (intent.status === 'canceled' && isPayable(applied)) return payRequest(deps, { ...input, cardId: null })
  return answerOf(deps, intent)
}

async function planned(
  deps: RequestsDeps,
  tx: Tx,
  { requestId, payerId, checked }: PayInput & { checked: CheckedHolds },
) {
  await lockPayer(tx, payerId)
  const row = await lockRequest(tx, requestId)
  if (!row) throw refuse.notFound('There is no such request')
  assertBuyer(row, payerId)
  if (row.paidAt && isOpen(row)) throw refuse.conflict('This is paid already')
  if (!isPayable(row)) throw refuse.conflict(STANDS[row.state].notAllowed)
  const now = deps.clock.now()
  if (isTimeOver(row, now)) throw refuse.conflict('This time has passed. Please pick another one')
  await assertMayTryCard(tx, row.buyerId, now)
  await holdWindowToPay(tx, row, { now, checked })
  const sale = { requestId: row.id, payerId: row.buyerId, amountPence: row.pricePence }
  return { request: row, payment: await planPayment(tx, sale, now) }
}

/** The intent for the payment form. Each try says again whether to save its card: an earlier yes does not apply. */
async function openIntent(
  deps: RequestsDeps,
  { intentId, savesCard }: { intentId: string; savesCard: boolean },
): Promise<IntentFacts> {
  const intent = await deps.payments.fetchIntent(intentId)
  const isOver = intent.status === 'succeeded' || intent.status === 'canceled'
  if (isOver || intent.savesCard === savesCard) return intent
  return deps.payments.setSavesCard({ intentId, savesCard })
}

function answerOf(deps: RequestsDeps, intent: IntentFacts): PayAnswer {
  if (intent.status === 'canceled') throw refuse.conflict('This cannot be paid any more. Please book again')
  return {
    status: intent.status,
    client_secret: intent.clientSecret,
    publishable_key: deps.payments.publishableKey,
    provider: deps.payments.name,
    payment_intent: intent.intentId,
    next_action_url: intent.nextActionUrl,
    detail: intent.status === 'requires_payment_method' ? intent.lastError : null,
  }
}

/** The buyer returned from the provider: the server fetches the payment, whatever the address bar says. */
export async function paymentReturned(
  deps: RequestsDeps,
  input: { payerId: string; intentId: string },
): Promise<RequestRow> {
  const payment = await findPaymentByIntent(deps.db, input.intentId)
  // Attack: somebody else's intent in one's own return address.
  if (payment?.payerId !== input.payerId) throw refuse.notFound('There is no such payment')
  const request = await applyPayment(deps, payment)
  invariant(request, 'a payment found by its intent has one')
  return request
}
