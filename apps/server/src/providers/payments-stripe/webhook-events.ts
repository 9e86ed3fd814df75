import type Stripe from 'stripe'

/** Without one of these a payment, a refund, a dispute or an account would be followed late, or not at all. */
const NEEDED = [
  'account.application.deauthorized',
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payout.canceled',
  'payout.failed',
  'payout.paid',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.setup_failed',
  'topup.reversed',
  'topup.succeeded',
  'transfer.reversed',
  'transfer.updated',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** An endpoint that is sent every event (Stripe docs, "The webhook endpoint object"). */
const EVERYTHING = '*'

/**
 * The types of events that we need and that no enabled endpoint at this path is sent. Events of connected accounts come
 * by an endpoint of their own, so all endpoints are read together. Another host may lead here: only the path is
 * compared.
 */
export function missingEvents(
  endpoints: readonly Pick<Stripe.WebhookEndpoint, 'enabled_events' | 'status' | 'url'>[],
  path: string,
): string[] {
  const ours = endpoints.filter(({ status, url }) => status === 'enabled' && pathOf(url) === bare(path))
  const sent = new Set(ours.flatMap(endpoint => endpoint.enabled_events))
  return sent.has(EVERYTHING) ? [] : NEEDED.filter(type => !sent.has(type))
}

const bare = (path: string) => path.replace(/\/+$/, '')
const pathOf = (url: string) => (URL.canParse(url) ? bare(new URL(url).pathname) : null)
