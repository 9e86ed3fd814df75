import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../core/refusal.ts'

/** Calls a minute from one address (`loginAccount`: to one account), by name; outside production many people and tests share one. */
export const RATE_LIMITS = {
  everything: 1200,
  login: 30,
  loginAccount: 10,
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

/** Counts a call and answers how many there were in its window of time, and when that ends; never rejects. */
export type CountHit = (key: string, windowMs: number) => Promise<{ current: number; ttl: number }>

/** Limits every route by address; a route may name a narrower limit. */
export async function registerRateLimits(
  app: FastifyInstance,
  { limitOf, countHit }: { limitOf: LimitOf; countHit: CountHit },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    ...limitOf('everything').rateLimit,
    hook: 'onRequest',
    store: storeOn(countHit),
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(String(Math.ceil(context.ttl / 1000))), { statusCode: context.statusCode }),
  })
}

/** A second limit of a route, by something in its body; refuses as the others do. */
export function limitBy<B>(
  app: FastifyInstance,
  { rateLimit: { max, timeWindow, groupId } }: RateLimitRule,
  keyOf: (body: B) => string,
): (request: { body: B }) => Promise<void> {
  const keyGenerator = (request: FastifyRequest) => `${groupId}:${keyOf(request.body as B)}`
  const check = app.createRateLimit({ max, timeWindow, keyGenerator })
  return async request => {
    const result = await check(request as FastifyRequest)
    if (!result.isAllowed && result.isExceeded) throw refuse.tooMany(result.ttlInSeconds)
  }
}

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void

/** What the plugin keeps its counts in; it names the limit in the key, so all routes may share it. */
function storeOn(countHit: CountHit) {
  return class Store {
    incr(key: string, done: Done, windowMs: number): void {
      countHit(key, windowMs).then(result => done(null, result), done)
    }
    child(): Store {
      return this
    }
  }
}
