import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { refuse } from '../core/refusal.ts'
import type { App, Routes } from './app-type.ts'

export interface HealthDeps {
  /** Each thing the server depends on, by name; rejects or answers false when it does not work. */
  checks: Record<string, () => Promise<boolean>>
  /**
   * What only a part of the product needs: while it fails the rest continues, and no proxy should take the server
   * out.
   */
  optionalChecks?: Record<string, () => Promise<boolean>>
  metrics: {
    /** Who may read them: everyone who has this token, or everyone who reaches the server when there is none. */
    token: string | undefined
    /** In Prometheus' text format. */
    text(): Promise<string>
  }
}

const CHECK_TIMEOUT_MS = 3_000
const readyAnswer = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
})

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS)
  // A check that rejects has failed; the answer names it.
  const passed = await Promise.race([check().catch(() => false), late])
  clearTimeout(timer)
  return passed
}

type Outcome = 'ok' | 'failed'

async function passing(checks: Record<string, () => Promise<boolean>>): Promise<Record<string, Outcome>> {
  const outcomes = Object.entries(checks).map(
    async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'failed'] as const,
  )
  return Object.fromEntries(await Promise.all(outcomes))
}

const allOk = (outcomes: Record<string, Outcome>) => Object.values(outcomes).every(each => each === 'ok')

/** Probes: `/healthz` is the process alone, `/readyz` is everything it depends on, `/metrics` is for Prometheus. */
export function healthRoutes(deps: HealthDeps): Routes {
  return (app: App) => {
    const config = { policy: 'operator' as const, rateLimit: false as const }
    app.get('/healthz', { config, schema: { hide: true } }, () => ({ status: 'ok' }))
    app.get(
      '/readyz',
      { config, schema: { hide: true, response: { 200: readyAnswer, 503: readyAnswer } } },
      async (_request, reply) => {
        const [needed, optional] = await Promise.all([
          passing(deps.checks),
          passing(deps.optionalChecks ?? {}),
        ])
        const isOk = allOk(needed)
        const status = isOk ? (allOk(optional) ? 'ok' : 'degraded') : 'unavailable'
        return reply.code(isOk ? 200 : 503).send({ status, checks: { ...needed, ...optional } })
      },
    )
    app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
      const { token, text } = deps.metrics
      if (token && !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
        throw refuse.unauthenticated()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text())
    })
  }
}

/** Attack: a token guessed letter by letter, by how long its comparison takes. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
