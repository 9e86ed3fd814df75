import { invalidParameter, missingParameter } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import { newId, randomText } from '../identifiers.ts'
import type { Answer, Call, Route } from '../work.ts'
import {
  automaticMethods,
  idOf,
  methodFromParameters,
  refuseForeignMethod,
  rememberReturnUrl,
  requireClientSecret,
} from './intents.ts'
import { listRoute } from './lists.ts'
import { CANCELLABLE, confirmPayment, type PaymentIntent, refuseUnlessIn } from './payment-intents.ts'

const MINIMUM_AMOUNT = new Map([
  ['gbp', 30],
  ['eur', 50],
  ['usd', 50],
])
const MAXIMUM_AMOUNT = 99_999_999
const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
/** May be changed even when the payment is over. */
const WORDS = ['metadata', 'description', 'expand']
/** Changing one of these makes the bank's answer so far worthless. */
const RESTARTING = ['amount', 'currency', 'customer', 'payment_method', 'payment_method_data']
const DETAILS = [
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'allowed_payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
]
const CONFIRMING = [
  'off_session',
  'return_url',
  'error_on_requires_action',
  'mandate_data',
  'use_stripe_sdk',
  'radar_options',
]

function create(call: Call): Answer {
  const { params } = call
  const currency = readCurrency(params)
  const amount = readAmount(params, currency)
  const intent = newPaymentIntent(call, amount, currency)
  const method = methodFromParameters(call, params)
  if (method !== undefined) {
    refuseForeignMethod(call, intent, method)
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
  }
  call.store.insert(intent)
  rememberReturnUrl(call, intent.id)
  call.emit('payment_intent.created', intent)
  return params.flag('confirm') ? confirmPayment({ ...call, params: withoutMethod(params) }, intent) : intent
}

/** The method was already made from its data; confirming must not make it twice. */
function withoutMethod(params: Parameters): Parameters {
  return params.without(['payment_method_data', 'payment_method'])
}

function newPaymentIntent(call: Call, amount: number, currency: string): PaymentIntent {
  const { params } = call
  const id = newId('pi')
  const customer = params.text('customer')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticMethods(call),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.choice('capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: call.seconds,
    currency,
    customer: customer ? call.store.referred('customer', customer).id : null,
    customer_account: null,
    description: params.text('description') || null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata({}),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.text('receipt_email') || null,
    review: null,
    setup_future_usage: params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.text('statement_descriptor') || null,
    statement_descriptor_suffix: params.text('statement_descriptor_suffix') || null,
    status: 'requires_payment_method',
    transfer_group: params.text('transfer_group') || null,
  }
}

function readCurrency(params: Parameters): string {
  const currency = params.required('currency').toLowerCase()
  if (!MINIMUM_AMOUNT.has(currency)) {
    throw invalidParameter(
      'currency',
      `Invalid currency: ${currency.slice(0, 10)}. Spoken here: gbp, eur, usd.`,
    )
  }
  return currency
}

function readAmount(params: Parameters, currency: string): number {
  const amount = params.integer('amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1)
    throw invalidParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  if (amount < (MINIMUM_AMOUNT.get(currency) ?? 0)) {
    throw invalidParameter('amount', 'Amount must convert to at least 30 pence.', 'amount_too_small')
  }
  if (amount > MAXIMUM_AMOUNT)
    throw invalidParameter('amount', 'Amount must be no more than £999,999.99', 'amount_too_large')
  return amount
}

function update(call: Call): Answer {
  const { params } = call
  const before = call.store.named('payment_intent', call.id)
  const onlyWords = params.names().every(name => WORDS.includes(name))
  if (!onlyWords) refuseUnlessIn(before, CHANGEABLE, 'update')
  if (params.has('payment_method_types') || params.has('allowed_payment_method_types')) automaticMethods(call)
  const currency = params.has('currency') ? readCurrency(params) : before.currency
  const intent: PaymentIntent = {
    ...before,
    amount: params.has('amount') ? readAmount(params, currency) : before.amount,
    currency,
    metadata: params.metadata(before.metadata),
    description: params.has('description') ? params.text('description') || null : before.description,
    receipt_email: params.has('receipt_email') ? params.text('receipt_email') || null : before.receipt_email,
    transfer_group: params.text('transfer_group') || before.transfer_group,
    setup_future_usage: params.has('setup_future_usage')
      ? (params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null)
      : before.setup_future_usage,
  }
  const customer = params.text('customer')
  if (customer) intent.customer = call.store.referred('customer', customer).id
  const method = methodFromParameters(call, params)
  if (method !== undefined) {
    refuseForeignMethod(call, intent, method)
    intent.payment_method = method.id
  }
  if (RESTARTING.some(name => params.has(name))) {
    intent.status = idOf(intent.payment_method) === null ? 'requires_payment_method' : 'requires_confirmation'
    intent.next_action = null
  }
  call.store.save(intent)
  return intent
}

function cancel(call: Call): Answer {
  const before = call.store.named('payment_intent', call.id)
  refuseUnlessIn(before, CANCELLABLE, 'cancel')
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const
  const canceled: PaymentIntent = {
    ...before,
    status: 'canceled',
    canceled_at: call.seconds,
    cancellation_reason: call.params.choice('cancellation_reason', reasons) ?? null,
    next_action: null,
  }
  call.store.save(canceled)
  call.emit('payment_intent.canceled', canceled)
  return canceled
}

function confirm(call: Call): Answer {
  const intent = call.store.named('payment_intent', call.id)
  requireClientSecret(call, intent)
  return confirmPayment(call, intent)
}

function retrieve(call: Call): Answer {
  const intent = call.store.named('payment_intent', call.id)
  requireClientSecret(call, intent)
  return intent
}

const PATH = '/v1/payment_intents'
export const PAYMENT_INTENT_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: PATH,
    access: 'secret',
    accepts: [...DETAILS, ...CONFIRMING, 'automatic_payment_methods', 'capture_method', 'confirm'],
    handle: create,
  },
  listRoute('payment_intent', PATH, ['customer']),
  { method: 'GET', path: `${PATH}/:id`, access: 'browser', accepts: ['client_secret'], handle: retrieve },
  { method: 'POST', path: `${PATH}/:id`, access: 'secret', accepts: DETAILS, handle: update },
  {
    method: 'POST',
    path: `${PATH}/:id/confirm`,
    access: 'browser',
    accepts: [
      ...CONFIRMING,
      'payment_method',
      'payment_method_data',
      'payment_method_options',
      'receipt_email',
      'setup_future_usage',
      'client_secret',
    ],
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
