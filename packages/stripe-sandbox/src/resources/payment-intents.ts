import type Stripe from 'stripe'
import { refusedRequest, type StripeError } from '../errors.ts'
import type { Call, Work } from '../work.ts'
import type { Decline } from './cards.ts'
import { createCharge, disputeIfCardSaysSo } from './charges.ts'
import {
  AUTHENTICATION_REQUIRED,
  cardRefusal,
  challengeAction,
  idOf,
  keepForLater,
  methodFromParameters,
  needsChallenge,
  refuseForeignMethod,
  refuseWithoutReturnUrl,
  rememberReturnUrl,
} from './intents.ts'
import { declineOnCharge } from './payment-methods.ts'

export type PaymentIntent = Stripe.PaymentIntent
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
export const CANCELLABLE = CONFIRMABLE

/** Tries to take the payment; a decline is a returned error that leaves its failed charge behind. */
export function confirmPayment(call: Call, before: PaymentIntent): PaymentIntent | StripeError {
  refuseUnlessIn(before, CONFIRMABLE, 'confirm')
  const method = methodFor(call, before)
  refuseForeignMethod(call, before, method)
  rememberReturnUrl(call, before.id)
  const intent: PaymentIntent = {
    ...before,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    receipt_email: call.params.text('receipt_email') || before.receipt_email,
    setup_future_usage: futureUsage(call) ?? before.setup_future_usage,
  }
  refuseWithoutReturnUrl(call, intent)
  if (call.collection === 'processing') return holdInProcessing(call, intent)
  const presence = call.caller === 'secret' && offSession(call) ? 'off_session' : 'on_session'
  if (!needsChallenge(call, method.id, presence)) return collect(call, intent, 'none')
  if (presence === 'off_session' || call.params.flag('error_on_requires_action')) {
    return failPayment(call, { intent, method, decline: AUTHENTICATION_REQUIRED, authentication: 'none' })
  }
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: challengeAction(call, intent),
  }
  call.store.save(waiting)
  call.emit('payment_intent.requires_action', waiting)
  return waiting
}

/** Charges the intent's method now that nothing stands between. */
export function collect(
  work: Work,
  intent: PaymentIntent,
  authentication: 'passed' | 'none',
): PaymentIntent | StripeError {
  const method = work.store.named('payment_method', idOf(intent.payment_method) ?? '')
  const decline = declineOnCharge(work.store, method.id)
  if (decline !== null) return failPayment(work, { intent, method, decline, authentication })
  const charge = createCharge(work, { intent, method, decline: null, authentication })
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
  }
  work.store.save(paid)
  if (intent.setup_future_usage !== null) keepForLater(work, method, idOf(intent.customer))
  else if (method.customer === null) work.store.setAttribute(method.id, 'spent', 'used')
  work.emit('payment_intent.succeeded', paid)
  disputeIfCardSaysSo(work, charge, method.id)
  return work.store.named('payment_intent', paid.id)
}

interface FailedAttempt {
  intent: PaymentIntent
  method: Stripe.PaymentMethod
  decline: Decline
  authentication: 'passed' | 'none'
}

/** Records a declined attempt; the intent takes another card. */
export function failPayment(work: Work, attempt: FailedAttempt): StripeError {
  const { intent, method, decline } = attempt
  const charge = createCharge(work, attempt)
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    last_payment_error: {
      type: 'card_error',
      charge: charge.id,
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      payment_method: method,
    },
  }
  work.store.save(failed)
  work.emit('payment_intent.payment_failed', failed)
  return cardRefusal(decline, { charge: charge.id, payment_intent: failed, payment_method: method })
}

/** The cardholder failed the bank's challenge: nothing is charged. */
export function failAuthentication(work: Work, intent: PaymentIntent): PaymentIntent {
  const method = work.store.find('payment_method', idOf(intent.payment_method) ?? '')
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      ...(method === undefined ? {} : { payment_method: method }),
    },
  }
  work.store.save(failed)
  work.emit('payment_intent.payment_failed', failed)
  return failed
}

function holdInProcessing(call: Call, intent: PaymentIntent): PaymentIntent {
  const held: PaymentIntent = { ...intent, status: 'processing', processing: { type: 'card', card: {} } }
  call.store.save(held)
  call.emit('payment_intent.processing', held)
  return held
}

/** Refuses what the state forbids, as Stripe does: 400 with the intent as it is. */
export function refuseUnlessIn(intent: PaymentIntent, allowed: readonly string[], verb: string): void {
  if (allowed.includes(intent.status)) return
  const already = intent.status === 'succeeded' && verb === 'confirm'
  const reason = already
    ? 'it has already succeeded after being previously confirmed.'
    : `it has a status of ${intent.status}.`
  throw refusedRequest(`You cannot ${verb} this PaymentIntent because ${reason}`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function methodFor(call: Call, intent: PaymentIntent): Stripe.PaymentMethod {
  const given = methodFromParameters(call, call.params)
  if (given !== undefined) return given
  const known = call.store.find('payment_method', idOf(intent.payment_method) ?? '')
  if (known !== undefined) return known
  throw refusedRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

function futureUsage(call: Call): 'off_session' | 'on_session' | undefined {
  return call.params.choice('setup_future_usage', ['off_session', 'on_session'])
}

function offSession(call: Call): boolean {
  const value = call.params.text('off_session')
  return value === 'one_off' || value === 'recurring' || call.params.flag('off_session')
}
