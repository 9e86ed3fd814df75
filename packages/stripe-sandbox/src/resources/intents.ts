import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import { invalidParameter, missingParameter, refusedRequest, StripeError } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import { checkedReturnUrl } from '../pages/return-address.ts'
import type { Call, Work } from '../work.ts'
import type { Decline } from './cards.ts'
import {
  attachToCustomer,
  cardBehind,
  createPaymentMethod,
  paymentMethodNamed,
  refuseSpent,
} from './payment-methods.ts'

/** What payment and setup intents have in common. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/**
 * A browser must show the intent's own secret: without it a publishable key, which everyone has, could read any
 * payment.
 */
export function requireClientSecret(call: Call, intent: Intent): void {
  if (call.caller === 'secret') return
  const given = call.params.text('client_secret')
  if (given === undefined || given === '') throw missingParameter('client_secret')
  if (!isSecretOf(intent, given)) {
    throw invalidParameter(
      'client_secret',
      `The client_secret provided does not match the client_secret associated with the ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'}.`,
      `${intent.object}_invalid_parameter`,
    )
  }
}

/** Compares in constant time. */
export function isSecretOf(intent: Intent, given: string): boolean {
  const expected = Buffer.from(intent.client_secret ?? '')
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** The method this confirmation or creation names, if any: `payment_method` or `payment_method_data`. */
export function methodFromParameters(work: Work, params: Parameters): Stripe.PaymentMethod | undefined {
  const data = params.group('payment_method_data')
  if (data !== undefined) return createPaymentMethod(work, data)
  const id = params.text('payment_method')
  return id === undefined || id === '' ? undefined : paymentMethodNamed(work, id)
}

/** Refuses a method that is used up or belongs to somebody else than the intent's customer. */
export function refuseForeignMethod(work: Work, intent: Intent, method: Stripe.PaymentMethod): void {
  refuseSpent(work.store, method)
  if (method.customer === null || method.customer === intent.customer) return
  throw refusedRequest(
    `The PaymentMethod ${method.id} belongs to a Customer. Please include that Customer in the \`customer\` parameter.`,
    { param: 'payment_method', code: 'payment_method_unexpected_state' },
  )
}

/** How the intent's methods are chosen; only cards are spoken here, listed or automatic. */
export function automaticMethods(call: Call): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  const { params } = call
  if (params.has('payment_method_types') && call.dialect === 'current') {
    throw invalidParameter(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types_no_longer_supported',
    )
  }
  const listed = [...params.list('payment_method_types'), ...params.list('allowed_payment_method_types')]
  const automatic = params.group('automatic_payment_methods')
  if (listed.length > 0 && automatic !== undefined) {
    throw invalidParameter(
      'automatic_payment_methods',
      'You may only specify one of the ways to choose payment methods.',
    )
  }
  if (listed.length > 0 && !listed.includes('card')) {
    throw invalidParameter('allowed_payment_method_types', 'Only cards are spoken here.')
  }
  const isAutomatic = automatic === undefined ? listed.length === 0 : automatic.flag('enabled')
  if (!isAutomatic) return null
  const redirects = automatic?.choice('allow_redirects', ['always', 'never']) ?? 'always'
  return { allow_redirects: redirects, enabled: true }
}

/** Stripe's own rule for servers: with automatic methods a redirect is possible, so there must be a way back. */
export function refuseWithoutReturnUrl(call: Call, intent: Intent): void {
  const automatic = intent.automatic_payment_methods
  if (call.caller !== 'secret' || automatic?.enabled !== true || automatic.allow_redirects === 'never') return
  if (call.store.attribute(intent.id, 'return_url') !== undefined) return
  throw invalidParameter(
    'return_url',
    'This intent is configured to accept payment methods that might redirect your customer off of your page, so you must provide a `return_url`. To avoid that, set automatic_payment_methods[allow_redirects] to never.',
    'parameter_missing',
  )
}

/** Keeps where the browser goes after the challenge, if it is an address of this site. */
export function rememberReturnUrl(call: Call, intentId: string): void {
  const address = call.params.text('return_url')
  if (address === undefined || address === '') return
  call.store.setAttribute(intentId, 'return_url', checkedReturnUrl(address, call.returnOrigins).href)
}

/** Whether the bank asks the cardholder first (Stripe docs, "3D Secure test cards"). */
export function needsChallenge(
  work: Work,
  methodId: string,
  presence: 'on_session' | 'off_session',
): boolean {
  const { challenge } = cardBehind(work.store, methodId)
  if (challenge === 'never') return false
  if (challenge === 'always' || presence === 'on_session') return true
  return challenge === 'unless_set_up' && work.store.attribute(methodId, 'set_up') === undefined
}

/** Saves the card with the customer after a success that asked for it. */
export function keepForLater(work: Work, method: Stripe.PaymentMethod, customer: string | null): void {
  work.store.setAttribute(method.id, 'set_up', 'yes')
  if (customer !== null) attachToCustomer(work, method, customer)
}

/** `next_action` of an intent that waits for its challenge page. */
export function challengeAction(call: Call, intent: Intent) {
  const returnUrl = call.store.attribute(intent.id, 'return_url') ?? null
  const secret = encodeURIComponent(intent.client_secret ?? '')
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${call.pages}/challenge/${intent.id}?secret=${secret}`, return_url: returnUrl },
  }
}

/** A decline as Stripe answers it: 402, carrying the intent as it is now. */
export function cardRefusal(decline: Decline, details: Record<string, unknown>): StripeError {
  return new StripeError({
    status: 402,
    body: {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      ...details,
    },
    kept: 'kept',
  })
}

/** The id in an expandable field. */
export function idOf(field: string | { id: string } | null): string | null {
  return field === null || typeof field === 'string' ? field : field.id
}
