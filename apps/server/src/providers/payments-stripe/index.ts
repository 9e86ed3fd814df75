import { CURRENCY } from '@parley/contract'
import Stripe from 'stripe'
import type { ProviderBooks } from '../../domains/payments/books-provider.ts'
import {
  type CardVault,
  CustomerDeleted,
  type PaymentProvider,
  type ProviderEvent,
} from '../../domains/payments/payment-provider.ts'
import type { PayoutProvider } from '../../domains/payments/payout-provider.ts'
import { books } from './books.ts'
import { callStripe, makeOnce, type StripeSettings, stripeClient } from './client.ts'
import { connect } from './connect.ts'
import { evidence } from './evidence.ts'
import {
  cardFacts,
  disputeFacts,
  idOf,
  intentFacts,
  refundFacts,
  refundRefusal,
  setupFacts,
} from './facts.ts'

/** Stripe's advice for replayed webhooks: refuse a signature older than five minutes. */
const EVENT_TOLERANCE_SECONDS = 300
const EXPAND_CHARGE = ['latest_charge.balance_transaction', 'payment_method']

/** Everything that is asked of Stripe, port by port. */
export type StripeProvider = PaymentProvider & CardVault & PayoutProvider & ProviderBooks

/** Stripe, or the sandbox that speaks Stripe's API, behind the ports of the payments domain. */
export function createStripeProvider(settings: StripeSettings): StripeProvider {
  const stripe = stripeClient(settings)
  // Stripe signs events of connected accounts with the secret of an endpoint of their own.
  const webhookSecrets = settings.webhookSecret.split(',').map(secret => secret.trim())
  const isLive = /^[a-z]+_live_/.test(settings.secretKey)
  return {
    name: settings.provider,
    publishableKey: settings.publishableKey,
    ...intents(stripe),
    ...evidence(stripe),
    ...vault(stripe),
    ...connect(stripe),
    ...books(stripe),
    verifyEvent,
  }

  function verifyEvent(rawBody: Buffer, signature: string, now: Date): ProviderEvent | null {
    const receivedAtMs = now.getTime()
    // The SDK takes events from the future: the signature's own time must not lie ahead either.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0)
    if (signedAt * 1000 > receivedAtMs + EVENT_TOLERANCE_SECONDS * 1000) return null
    for (const secret of webhookSecrets) {
      try {
        const { webhooks } = stripe
        const within = EVENT_TOLERANCE_SECONDS
        const event = webhooks.constructEvent(rawBody, signature, secret, within, undefined, receivedAtMs)
        return { ...eventFacts(event), isOfOtherMode: (event.livemode === true) !== isLive }
      } catch {
        // Signed with another of the secrets, or with none of them; or it is not an event.
      }
    }
    return null
  }
}

/** Throws for what is no event. */
function eventFacts(event: Stripe.Event): Omit<ProviderEvent, 'isOfOtherMode'> {
  if (typeof event.id !== 'string' || typeof event.type !== 'string' || !Number.isInteger(event.created))
    throw new Error('no event')
  const object = event.data.object as {
    id?: string
    object?: string
    payment_intent?: string | { id: string } | null
  }
  const linked = typeof object.payment_intent === 'object' ? object.payment_intent?.id : object.payment_intent
  const intentId = object.object === 'payment_intent' ? object.id : linked
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    // Of an account whose owner took our access away the event has the application, not the account.
    objectId: (event.type === 'account.application.deauthorized' ? event.account : object.id) ?? '',
    intentId: intentId ?? null,
    accountId: event.account ?? null,
  }
}

type Intents = Omit<
  PaymentProvider,
  | 'name'
  | 'publishableKey'
  | 'verifyEvent'
  | 'uploadEvidence'
  | 'stageEvidence'
  | 'stageStatement'
  | 'sendEvidence'
  | 'closeDispute'
>

function intents(stripe: Stripe): Intents {
  return {
    createIntent: input =>
      callStripe(() => ofCustomer(stripe, input.customerId, () => createIntent(stripe, input))),
    fetchIntent: intentId =>
      callStripe(async () =>
        intentFacts(await stripe.paymentIntents.retrieve(intentId, { expand: EXPAND_CHARGE })),
      ),
    cancelIntent: intentId => callStripe(() => cancelUnlessOver(stripe, intentId)),
    setSavesCard: input => callStripe(() => setSavesCard(stripe, input)),
    payWithCard: input => callStripe(() => confirmWithCard(stripe, input)),
    refund: input => callStripe(() => refundToCard(stripe, input)),
    findRefund: ({ refundId, intentId }) =>
      callStripe(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
          if (refund.metadata?.refund_id === refundId) return refundFacts(refund)
        }
        return null
      }),
    fetchDispute: id => callStripe(async () => disputeFacts(await stripe.disputes.retrieve(id))),
    fetchFraudWarning: id =>
      callStripe(async () => {
        const warning = await stripe.radar.earlyFraudWarnings.retrieve(id)
        return { intentId: idOf(warning.payment_intent), kind: warning.fraud_type }
      }),
    fetchRefund: id => callStripe(async () => refundFacts(await stripe.refunds.retrieve(id))),
  }
}

async function refundToCard(stripe: Stripe, input: Parameters<PaymentProvider['refund']>[0]) {
  const { refundId, attempt, intentId, amountPence, reason } = input
  // The first one has the key of before there were numbers.
  const number = attempt === 1 ? '' : `:${attempt}`
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: intentId,
        amount: amountPence,
        metadata: { refund_id: refundId, reason },
      },
      { idempotencyKey: `refund:${refundId}${number}` },
    )
    return refundFacts(refund)
  } catch (error) {
    const refused = refundRefusal(error)
    if (refused) return { refused }
    throw error
  }
}

/**
 * Says of a call for a customer that fails because they were deleted. An id that this key never had is another failure:
 * the key is wrong, and customers of the right one must not be given up.
 */
async function ofCustomer<T>(stripe: Stripe, customerId: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === 'resource_missing' &&
      error.param === 'customer'
    if (isMissing && (await stripe.customers.retrieve(customerId)).deleted)
      throw new CustomerDeleted(customerId)
    throw error
  }
}

/**
 * Makes an intent. A failure that Stripe repeats may have hid a success: then the intent is among the customer's. A
 * second one does no harm, because nobody has the secret of the first.
 */
async function createIntent(stripe: Stripe, input: Parameters<PaymentProvider['createIntent']>[0]) {
  const { paymentId, requestId, amountPence, customerId } = input
  const params = {
    amount: amountPence,
    currency: CURRENCY,
    customer: customerId,
    automatic_payment_methods: { enabled: true },
    metadata: { payment_id: paymentId, request_id: requestId },
  }
  const create = (options: Stripe.RequestOptions) => stripe.paymentIntents.create(params, options)
  const firstKey = `intent:${paymentId}:${customerId}`
  return intentFacts(
    await makeOnce(firstKey, async options => {
      if (options.idempotencyKey === firstKey) return create(options)
      const { data } = await stripe.paymentIntents.list({ customer: customerId, limit: 100 })
      return data.find(intent => intent.metadata.payment_id === paymentId) ?? create(options)
    }),
  )
}

/** Cancels an intent; one that is over by now is returned as it is. */
async function cancelUnlessOver(stripe: Stripe, intentId: string) {
  try {
    return intentFacts(await stripe.paymentIntents.cancel(intentId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return intentFacts(await stripe.paymentIntents.retrieve(intentId, { expand: EXPAND_CHARGE }))
  }
}

/** Sets it on the intent, because Stripe.js compares the intent with what its fields say (docs: deferred intents). */
async function setSavesCard(stripe: Stripe, input: { intentId: string; savesCard: boolean }) {
  const usage = input.savesCard ? 'on_session' : ''
  try {
    return intentFacts(await stripe.paymentIntents.update(input.intentId, { setup_future_usage: usage }))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return intentFacts(await stripe.paymentIntents.retrieve(input.intentId, { expand: EXPAND_CHARGE }))
  }
}

/** Confirms with a saved card; a decline is an answer, not a failure. */
async function confirmWithCard(
  stripe: Stripe,
  input: { chargeId: string; intentId: string; cardId: string; returnUrl: string },
) {
  try {
    const intent = await stripe.paymentIntents.confirm(
      input.intentId,
      { payment_method: input.cardId, return_url: input.returnUrl, expand: EXPAND_CHARGE },
      { idempotencyKey: `charge:${input.chargeId}` },
    )
    return intentFacts(intent)
  } catch (error) {
    const isAnswer =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isAnswer) throw error
    return intentFacts(await stripe.paymentIntents.retrieve(input.intentId, { expand: EXPAND_CHARGE }))
  }
}

function vault(stripe: Stripe): CardVault {
  return {
    createCustomer: ({ userId, formerId }) =>
      callStripe(async () => {
        const key = `customer:${userId}${formerId === null ? '' : `:${formerId}`}`
        const params = { metadata: { user_id: userId } }
        return (await makeOnce(key, options => stripe.customers.create(params, options))).id
      }),
    createSetup: ({ setupKey, customerId }) =>
      callStripe(() =>
        ofCustomer(stripe, customerId, async () => {
          const automatic = { enabled: true }
          const params = {
            ...{ customer: customerId, usage: 'off_session' },
            automatic_payment_methods: automatic,
          } as const
          const create = (options: Stripe.RequestOptions) => stripe.setupIntents.create(params, options)
          return setupFacts(await makeOnce(`setup:${setupKey}:${customerId}`, create))
        }),
      ),
    fetchSetup: setupId =>
      missingIsNull(async () =>
        setupFacts(await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] })),
      ),
    cancelSetup: setupId => callStripe(() => cancelSetupUnlessOver(stripe, setupId)),
    fetchCard: cardId => missingIsNull(async () => cardFacts(await stripe.paymentMethods.retrieve(cardId))),
    removeCard: async cardId => {
      await missingIsNull(() => stripe.paymentMethods.detach(cardId))
    },
  }
}

async function cancelSetupUnlessOver(stripe: Stripe, setupId: string): Promise<void> {
  try {
    await stripe.setupIntents.cancel(setupId)
  } catch (error) {
    // A definite no: it succeeded or was cancelled before.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

function missingIsNull<T>(call: () => Promise<T | null>): Promise<T | null> {
  return callStripe(async () => {
    try {
      return await call()
    } catch (error) {
      if (
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        (error.statusCode === 404 || error.statusCode === 400)
      )
        return null
      throw error
    }
  })
}
