import Fastify, { type FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { createStripeSandbox, type StripeSandbox, type StripeSandboxOptions, sandboxFetch } from './index.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const PUBLISHABLE_KEY = 'pk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'

/** A sandbox in memory whose webhooks a test delivers. */
export const SANDBOX_OPTIONS = {
  databaseFile: ':memory:',
  secretKey: SECRET_KEY,
  publishableKey: PUBLISHABLE_KEY,
  webhookSecret: WEBHOOK_SECRET,
  webhookUrl: () => null,
  delivery: 'manual',
} as const

export interface Bench {
  stripe: Stripe
  sandbox: StripeSandbox
  origin: string
  /** Address of the API, such as `http://127.0.0.1:4000/sandbox/stripe`. */
  base: string
  clock: { now: Date }
  warnings: object[]
  /** What a browser does: a form post with the publishable key. */
  browser(
    path: string,
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  close(): Promise<void>
}

/** A sandbox behind a real listening server, and Stripe's own SDK pointed at it. */
export async function openBench(options: Partial<StripeSandboxOptions> = {}): Promise<Bench> {
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const warnings: object[] = []
  const sandbox = createStripeSandbox({
    ...SANDBOX_OPTIONS,
    now: () => clock.now,
    log: { warn: detail => warnings.push(detail) },
    ...options,
  })
  const app: FastifyInstance = Fastify()
  await app.register(sandbox.plugin, { prefix: '/sandbox/stripe' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `${origin}/sandbox/stripe`
  return {
    stripe: sdk(base),
    sandbox,
    origin,
    base,
    clock,
    warnings,
    browser: async (path, form) => {
      const body = new URLSearchParams({ key: PUBLISHABLE_KEY, ...form })
      const response = await fetch(`${base}${path}`, { method: 'POST', body })
      const answered: Record<string, unknown> = JSON.parse(await response.text())
      return { status: response.status, body: answered }
    },
    close: async () => {
      await app.close()
      await sandbox.close()
    },
  }
}

/** The SDK as the server uses it; without its own retries, so that a test sees every answer. */
export function sdk(base: string, key = SECRET_KEY): Stripe {
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(sandboxFetch(base)),
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** An intent of £25.00 that takes cards and never redirects by itself. */
export function cardIntent(stripe: Stripe, extra: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({
    amount: 2500,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    ...extra,
  })
}

/** What Stripe.js sends for a typed card. */
export function typedCard(number: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    'payment_method_data[billing_details][name]': 'Ada Lovelace',
    ...extra,
  }
}

/** The refusal a promise ends in, as the SDK reports it. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome: unknown = await promise.then(
    value => value,
    error => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`expected a refusal, got ${JSON.stringify(outcome)}`)
}
