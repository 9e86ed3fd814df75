import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Calls a minute from one address, by name; outside production many people and tests share one. */
export const RATE_LIMITS = {
  everything: 1200,
  login: 30,
  signUp: 20,
  payment: 60,
  upload: 20,
  safety: 60,
  ticket: 120,
  calendar: 60,
  /** The provider sends from few addresses: the refunds of a cancelled event alone are over a hundred a second. */
  webhook: 60_000,
  /** Every process calls the payment sandbox from this machine's address, for all people together. */
  sandbox: 60_000,
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
const OUTSIDE_PRODUCTION_FACTOR = 100

/** How many times as much is allowed outside production. */
export const limitFactor = (production: boolean): number => (production ? 1 : OUTSIDE_PRODUCTION_FACTOR)

export interface RateLimitRule {
  rateLimit: { max: number; timeWindow: number; groupId: string }
}

/** The route option for a named limit. */
export type LimitOf = (name: RateLimitName) => RateLimitRule

export function limitsFor(production: boolean): LimitOf {
  const factor = limitFactor(production)
  return name => ({ rateLimit: { max: RATE_LIMITS[name] * factor, timeWindow: 60_000, groupId: name } })
}

/** Counts calls, each key in a window of time; never rejects. */
export interface HitCounts {
  /** Counts one and answers how many there were in the window, and when that ends. */
  hit(key: string, windowMs: number): Promise<{ current: number; ttl: number }>
  reset(key: string): Promise<void>
}

/** Limits every route by address; a route may name a narrower limit. */
export async function registerRateLimits(
  app: FastifyInstance,
  { limitOf, hitCounts }: { limitOf: LimitOf; hitCounts: HitCounts },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    ...limitOf('everything').rateLimit,
    hook: 'onRequest',
    store: storeOn(hitCounts),
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(String(Math.ceil(context.ttl / 1000))), { statusCode: context.statusCode }),
  })
}

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void

/** What the plugin keeps its counts in; it names the limit in the key, so all routes may share it. */
function storeOn(counts: HitCounts) {
  return class Store {
    incr(key: string, done: Done, windowMs: number): void {
      counts.hit(key, windowMs).then(result => done(null, result), done)
    }
    child(): Store {
      return this
    }
  }
}
