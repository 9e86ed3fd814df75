import Stripe from 'stripe'
import { newId } from '../../core/ids.ts'
import { Outage } from '../../core/outage.ts'

const TIMEOUT_MS = 8_000
const RETRIES = 2

export interface StripeSettings {
  provider: 'sandbox' | 'stripe'
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Where Stripe's API is spoken when not at Stripe itself, such as http://localhost:3000/sandbox/stripe. */
  apiBase: (() => string) | undefined
}

/** Stripe's own SDK, sent to another address where one is set. */
export function stripeClient(settings: StripeSettings): Stripe {
  const { apiBase } = settings
  const rerouted: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return fetch(apiBase ? `${apiBase()}${url.pathname}${url.search}` : url, init)
  }
  return new Stripe(settings.secretKey, {
    httpClient: Stripe.createFetchHttpClient(rerouted),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
}

/** Calls Stripe; whatever is Stripe's fault, or ours towards Stripe, becomes an outage that names it. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { statusCode = 500 } = error
      // 409: the request before, with the same key, is not answered yet.
      const mayRetry = statusCode >= 500 || statusCode === 429 || statusCode === 409
      throw new Outage('stripe', mayRetry ? 'yes' : 'no', redacted(error))
    }
    throw error
  }
}

/** Stripe's messages may quote what people typed: only its kind and code are kept. */
function redacted(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  return new Error(`${error.type} ${error.code ?? ''} ${error.statusCode ?? ''}`.trim())
}

/** Not a 409: Stripe then still works on a request with this key, and a second one would make a second thing. */
const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/**
 * Makes something that does no harm if Stripe makes it twice. Stripe repeats a failure (500) under the same key for a
 * day (Stripe docs, "Idempotent requests"): after one, another key is tried, so that nobody waits until then.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  make: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await make({ idempotencyKey })
  } catch (error) {
    if (!isKeptFailure(error)) throw error
    return make({ idempotencyKey: `${idempotencyKey}:${newId()}` })
  }
}
