import type { Registry } from 'prom-client'

/** All metrics as Prometheus reads them: the registry's, and figures that others keep, as gauges. */
export async function metricsText(registry: Registry, figures: Record<string, number>): Promise<string> {
  const own = await registry.metrics()
  const lines = Object.entries(figures)
    .filter(([name]) => !registry.getSingleMetric(name))
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
  return `${own}${lines.join('')}`
}
