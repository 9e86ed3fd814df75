import type { Pool } from 'pg'
import type { Clock } from '../core/clock.ts'
import type { ErrorReports } from '../core/error-reports.ts'
import type { HealthDeps } from '../http/health-routes.ts'
import type { RequestWatch } from '../http/request-watch.ts'
import { measuredPort } from '../telemetry/measured-port.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { metricsText } from '../telemetry/metrics-text.ts'
import { registerOperatorGauges } from '../telemetry/operator-runs.ts'
import { registerServerGauges } from '../telemetry/server-gauges.ts'

/** Gives back the same port, measured under this name. */
export type Measured = <T extends object>(provider: string, port: T) => T

export interface Observability {
  /** For the HTTP edge. */
  requests: RequestWatch
  measured: Measured
  /** Called for all work that is written into the outbox. */
  onWork(topic: string, payload: object): void
  /** What `/metrics` needs; `figures` are those that other parts keep. */
  metrics(token: string | undefined, figures: () => Promise<Record<string, number>>): HealthDeps['metrics']
}

/** Observability: metrics, and the reports of bugs. */
export function createObservability(deps: {
  pool: Pool
  clock: Clock
  reports: ErrorReports
  dataDir: string
}): Observability {
  const { reports } = deps
  const metrics = createMetrics()
  registerServerGauges(metrics.registry, deps)
  registerOperatorGauges(metrics.registry, deps)
  return {
    requests: {
      reports,
      onServed(request) {
        metrics.served(request)
        reports.served(request)
      },
    },
    measured: (provider, port) => measuredPort(metrics, provider, port),
    onWork: (topic, payload) => metrics.written(topic, payload),
    metrics: (token, figures) => ({
      token,
      text: async () => metricsText(metrics.registry, await figures()),
    }),
  }
}
