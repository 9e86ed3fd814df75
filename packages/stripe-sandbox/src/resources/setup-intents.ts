import type Stripe from 'stripe'
import { refusedRequest, type StripeError } from '../errors.ts'
import { newId, randomText } from '../identifiers.ts'
import type { Answer, Call, Route, Work } from '../work.ts'
import type { Decline } from './cards.ts'
import {
  automaticMethods,
  cardRefusal,
  challengeAction,
  idOf,
  keepForLater,
  methodFromParameters,
  refuseForeignMethod,
  refuseWithoutReturnUrl,
  rememberReturnUrl,
  requireClientSecret,
} from './intents.ts'
import { listRoute } from './lists.ts'
import { cardBehind, declineOnAttach } from './payment-methods.ts'

type SetupIntent = Stripe.SetupIntent
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function create(call: Call): Answer {
  const { params } = call
  const id = newId('seti')
  const customer = params.text('customer')
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: automaticMethods(call),
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: call.seconds,
    customer: customer ? call.store.referred('customer', customer).id : null,
    customer_account: null,
    description: params.text('description') || null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: params.metadata({}),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.choice('usage', ['off_session', 'on_session']) ?? 'off_session',
  }
  const method = methodFromParameters(call, params)
  if (method !== undefined) {
    refuseForeignMethod(call, intent, method)
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
  }
  call.store.insert(intent)
  rememberReturnUrl(call, id)
  call.emit('setup_intent.created', intent)
  if (!params.flag('confirm')) return intent
  return confirmSetup({ ...call, params: params.without(['payment_method', 'payment_method_data']) }, intent)
}

function confirm(call: Call): Answer {
  const intent = call.store.named('setup_intent', call.id)
  requireClientSecret(call, intent)
  return confirmSetup(call, intent)
}

function confirmSetup(call: Call, before: SetupIntent): Answer {
  refuseUnlessOpen(before, 'confirm')
  const given = methodFromParameters(call, call.params)
  const method = given ?? call.store.find('payment_method', idOf(before.payment_method) ?? '')
  if (method === undefined) {
    throw refusedRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
      setup_intent: before,
    })
  }
  refuseForeignMethod(call, before, method)
  rememberReturnUrl(call, before.id)
  refuseWithoutReturnUrl(call, before)
  const intent: SetupIntent = {
    ...before,
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  }
  if (cardBehind(call.store, method.id).challenge === 'never') return completeSetup(call, intent)
  const waiting: SetupIntent = {
    ...intent,
    status: 'requires_action',
    next_action: challengeAction(call, intent),
  }
  call.store.save(waiting)
  call.emit('setup_intent.requires_action', waiting)
  return waiting
}

/** Saves the card with its customer, or records why it cannot be. */
export function completeSetup(work: Work, intent: SetupIntent): SetupIntent | StripeError {
  const method = work.store.named('payment_method', idOf(intent.payment_method) ?? '')
  const decline = declineOnAttach(work.store, method.id)
  if (decline !== null) return failSetup(work, { intent, method, decline })
  const done: SetupIntent = { ...intent, status: 'succeeded', next_action: null }
  work.store.save(done)
  keepForLater(work, method, idOf(intent.customer))
  work.emit('setup_intent.succeeded', done)
  return done
}

interface FailedSetup {
  intent: SetupIntent
  method: Stripe.PaymentMethod
  decline: Decline
}

function failSetup(work: Work, { intent, method, decline }: FailedSetup): StripeError {
  const { code, declineCode, message } = decline
  const failed: SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      payment_method: method,
    },
  }
  work.store.save(failed)
  work.emit('setup_intent.setup_failed', failed)
  return cardRefusal(decline, { setup_intent: failed, payment_method: method })
}

/** The cardholder failed the bank's challenge: the card is not kept. */
export function failSetupAuthentication(work: Work, intent: SetupIntent): SetupIntent {
  const failed: SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    },
  }
  work.store.save(failed)
  work.emit('setup_intent.setup_failed', failed)
  return failed
}

function refuseUnlessOpen(intent: SetupIntent, verb: string): void {
  if (OPEN.includes(intent.status)) return
  throw refusedRequest(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  })
}

function cancel(call: Call): Answer {
  const before = call.store.named('setup_intent', call.id)
  refuseUnlessOpen(before, 'cancel')
  const reasons = ['abandoned', 'requested_by_customer', 'duplicate'] as const
  const canceled: SetupIntent = {
    ...before,
    status: 'canceled',
    cancellation_reason: call.params.choice('cancellation_reason', reasons) ?? null,
    next_action: null,
  }
  call.store.save(canceled)
  call.emit('setup_intent.canceled', canceled)
  return canceled
}

function retrieve(call: Call): Answer {
  const intent = call.store.named('setup_intent', call.id)
  requireClientSecret(call, intent)
  return intent
}

const PATH = '/v1/setup_intents'
const METHOD = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'mandate_data',
  'use_stripe_sdk',
]
export const SETUP_INTENT_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: PATH,
    access: 'secret',
    accepts: [
      ...METHOD,
      'customer',
      'description',
      'metadata',
      'usage',
      'confirm',
      'payment_method_types',
      'allowed_payment_method_types',
      'automatic_payment_methods',
    ],
    handle: create,
  },
  listRoute('setup_intent', PATH, ['customer', 'payment_method']),
  { method: 'GET', path: `${PATH}/:id`, access: 'browser', accepts: ['client_secret'], handle: retrieve },
  {
    method: 'POST',
    path: `${PATH}/:id/confirm`,
    access: 'browser',
    accepts: [...METHOD, 'client_secret'],
    handle: confirm,
  },
  {
    method: 'POST',
    path: `${PATH}/:id/cancel`,
    access: 'secret',
    accepts: ['cancellation_reason'],
    handle: cancel,
  },
]
