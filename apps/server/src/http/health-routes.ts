import * as z from 'zod/mini'
import type { App, Routes } from './app-type.ts'

export interface HealthParts {
  /** Each thing the server depends on, by name; rejects or answers false when it does not work. */
  checks: Record<string, () => Promise<boolean>>
  /** Figures by Prometheus name. */
  figures(): Promise<Record<string, number>>
}

const CHECK_TIMEOUT_MS = 3_000
const readyAnswer = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
})

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS)
  const passed = await Promise.race([check().catch(() => false), late])
  clearTimeout(timer)
  return passed
}

/** Probes: `/healthz` is the process alone, `/readyz` is everything it depends on, `/metrics` is for Prometheus. */
export function healthRoutes(parts: HealthParts): Routes {
  return (app: App) => {
    const config = { policy: 'operator' as const, rateLimit: false as const }
    app.get('/healthz', { config, schema: { hide: true } }, () => ({ status: 'ok' }))
    app.get(
      '/readyz',
      { config, schema: { hide: true, response: { 200: readyAnswer, 503: readyAnswer } } },
      async (_request, reply) => {
        const names = Object.keys(parts.checks)
        const results = await Promise.all(Object.values(parts.checks).map(passes))
        const checks = Object.fromEntries(
          names.map((name, i) => [name, results[i] ? ('ok' as const) : ('failed' as const)]),
        )
        const isOk = results.every(Boolean)
        return reply.code(isOk ? 200 : 503).send({ status: isOk ? 'ok' : 'unavailable', checks })
      },
    )
    app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
      const figures = await parts.figures()
      const lines = Object.entries(figures).map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}`)
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
    })
  }
}
