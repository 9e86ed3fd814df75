import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Calls a minute from one address, by name; outside production many people and tests share one address. */
export const RATE_LIMITS = {
  everything: 1200,
  login: 30,
  signUp: 20,
  payment: 60,
  upload: 20,
  ticket: 120,
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
const OUTSIDE_PRODUCTION_FACTOR = 100

export interface RateLimitRule {
  rateLimit: { max: number; timeWindow: number; groupId: string }
}

/** The route option for a named limit. */
export type LimitOf = (name: RateLimitName) => RateLimitRule

export function limitsFor(production: boolean): LimitOf {
  const factor = production ? 1 : OUTSIDE_PRODUCTION_FACTOR
  return name => ({ rateLimit: { max: RATE_LIMITS[name] * factor, timeWindow: 60_000, groupId: name } })
}

/** Limits every route by address; a route may name a narrower limit. */
export async function registerRateLimits(app: FastifyInstance, limitOf: LimitOf): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    ...limitOf('everything').rateLimit,
    hook: 'onRequest',
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(String(Math.ceil(context.ttl / 1000))), { statusCode: context.statusCode }),
  })
}
