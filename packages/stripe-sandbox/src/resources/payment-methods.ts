import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { invalidParameter, noSuchReference, refusedRequest } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import { newId } from '../identifiers.ts'
import type { Store } from '../store.ts'
import type { Work } from '../work.ts'
import { type CardEntry, cardOfToken, readCard } from './card-entry.ts'
import { cardByName, cardByToken, type Decline, type TestCard } from './cards.ts'

/** Creates the method that `type=card&card[...]&billing_details[...]` describes. */
export function createPaymentMethod(work: Work, params: Parameters): Stripe.PaymentMethod {
  if (params.required('type') !== 'card') {
    throw invalidParameter(params.nameOf('type'), 'Only cards are spoken here: type must be card.')
  }
  const card = params.group('card')
  if (card === undefined) throw invalidParameter(params.nameOf('card'), 'Missing required param: card.')
  const method = newCardMethod(work, readCard(card, work.seconds))
  method.billing_details = readBillingDetails(params.group('billing_details'))
  method.metadata = params.metadata({})
  if (params.choice('allow_redisplay', ['always', 'limited', 'unspecified']) !== undefined) {
    method.allow_redisplay = params.required('allow_redisplay')
  }
  work.store.save(method)
  return method
}

/** The method a parameter names: one of ours, or a fresh one for a token such as `pm_card_visa`. */
export function paymentMethodNamed(work: Work, id: string): Stripe.PaymentMethod {
  const known = work.store.find('payment_method', id)
  if (known !== undefined) return known
  if (cardByToken(id) === undefined) throw noSuchReference('PaymentMethod', id.slice(0, 60), 'payment_method')
  return newCardMethod(work, cardOfToken(id, 'payment_method', work.seconds))
}

function newCardMethod(work: Work, entry: CardEntry): Stripe.PaymentMethod {
  const { card } = entry
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: readBillingDetails(undefined),
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: securityCheck(entry) },
      country: card.country,
      display_brand: card.brand,
      exp_month: entry.expiryMonth,
      exp_year: entry.expiryYear,
      fingerprint: fingerprintOf(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: work.seconds,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  work.store.insert(method)
  work.store.setAttribute(method.id, 'card', card.name)
  work.store.setAttribute(method.id, 'security_code', entry.securityCode)
  return method
}

function securityCheck(entry: CardEntry): string | null {
  if (entry.securityCode === 'absent') return null
  return entry.card.decline?.code === 'incorrect_cvc' ? 'fail' : 'pass'
}

function fingerprintOf(card: TestCard): string {
  return createHash('sha256')
    .update(`card ${card.name}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, '0')
    .slice(0, 16)
}

function readBillingDetails(params: Parameters | undefined): Stripe.PaymentMethod.BillingDetails {
  const address = params?.group('address')
  return {
    address: {
      city: address?.text('city') || null,
      country: address?.text('country') || null,
      line1: address?.text('line1') || null,
      line2: address?.text('line2') || null,
      postal_code: address?.text('postal_code') || null,
      state: address?.text('state') || null,
    },
    email: params?.text('email') || null,
    name: params?.text('name') || null,
    phone: params?.text('phone') || null,
    tax_id: null,
  }
}

/** The published behaviour behind a stored method. */
export function cardBehind(store: Store, methodId: string): TestCard {
  const card = cardByName(store.attribute(methodId, 'card') ?? '')
  if (card === undefined) throw new Error(`payment method ${methodId} has no card behind it`)
  return card
}

/** Why this card would be declined when charged, or null; a wrong security code matters only where one was given. */
export function declineOnCharge(store: Store, methodId: string): Decline | null {
  const { decline } = cardBehind(store, methodId)
  if (decline?.code === 'incorrect_cvc' && store.attribute(methodId, 'security_code') === 'absent')
    return null
  return decline
}

/** Why this card cannot be attached to a customer, or null. */
export function declineOnAttach(store: Store, methodId: string): Decline | null {
  return cardBehind(store, methodId).attach === 'always_works' ? null : declineOnCharge(store, methodId)
}

/** Binds a method to a customer; one already bound to another is refused. */
export function attachToCustomer(
  work: Work,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method
  refuseSpent(work.store, method)
  if (method.customer !== null) {
    throw refusedRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  const attached = { ...method, customer }
  work.store.save(attached)
  work.emit('payment_method.attached', attached)
  return attached
}

/**
 * A method used once without a customer, or detached, can never be used again (Stripe docs, "Reusing payment methods").
 */
export function refuseSpent(store: Store, method: Stripe.PaymentMethod): void {
  if (store.attribute(method.id, 'spent') === undefined) return
  throw refusedRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  )
}
