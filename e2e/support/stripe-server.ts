import type { BrowserContext, Route } from '@playwright/test'
import {
  openBench,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  WEBHOOK_SECRET,
} from '../../packages/stripe-sandbox/src/testing.ts'
import { FIELDS_PAGE, STRIPE_JS } from './stripe-js.ts'
import { openServer } from './two-people.ts'

const CORS = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }

/** A server with Stripe's keys, as in production; a sandbox answers its requests to Stripe. */
export async function openStripeServer() {
  let origin = ''
  const bench = await openBench({
    now: () => new Date(),
    delivery: 'automatic',
    publicOrigin: () => origin,
    webhookUrl: () => (origin ? `${origin}/api/payments/webhook/` : null),
  })
  const server = await openServer({
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: bench.base,
  })
  origin = server.origin
  return {
    ...server,
    stripe: bench.stripe,
    replaceStripe: (context: BrowserContext) => replaceStripe(context, { origin, base: bench.base }),
    async close() {
      await server.close()
      await bench.close()
    },
  }
}

/** Answers each request of a browser to Stripe, and keeps a list of them. */
async function replaceStripe(context: BrowserContext, at: { origin: string; base: string }) {
  const requested: string[] = []
  let blocked = false
  await context.route('https://js.stripe.com/**', async route => {
    const { pathname } = new URL(route.request().url())
    requested.push(`js ${pathname}`)
    if (blocked) return route.abort()
    const isFrame = pathname.endsWith('.html')
    await route.fulfill({
      contentType: isFrame ? 'text/html' : 'text/javascript',
      body: isFrame ? FIELDS_PAGE : STRIPE_JS,
    })
  })
  await context.route('https://api.stripe.com/**', async route => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    requested.push(`api ${request.method()} ${pathname.replaceAll(/_[A-Za-z0-9]{10,}/g, '')}`)
    const response = await route.fetch({ url: `${at.base}${pathname}${search}` })
    await route.fulfill({ response, headers: { ...response.headers(), ...CORS } })
  })
  await context.route(`${at.origin}/sandbox/stripe/**`, (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    return forward(route, `${at.base}${pathname.slice('/sandbox/stripe'.length)}${search}`)
  })
  return {
    requested,
    block: (now: 'blocked' | 'reachable') => {
      blocked = now === 'blocked'
    },
  }
}

/** The bank's page, which in production has Stripe's address; the browser itself follows its redirects. */
async function forward(route: Route, url: string): Promise<void> {
  const response = await route.fetch({ url, maxRedirects: 0 })
  await route.fulfill({ response })
}
