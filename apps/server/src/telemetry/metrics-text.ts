import type { Registry } from 'prom-client'
import { FIGURES } from './figures.ts'

/** All metrics as Prometheus reads them: the registry's, and the figures that parts of the server count themselves. */
export async function metricsText(registry: Registry, figures: Record<string, number>): Promise<string> {
  const own = await registry.metrics()
  return `${own}${Object.entries(figures).map(textOf).join('')}`
}

function textOf([name, value]: [string, number]): string {
  const { type, help } = FIGURES[name] ?? { type: 'untyped', help: '' }
  const series = type === 'counter' ? `${name}_total` : name
  return `# HELP ${series} ${help}\n# TYPE ${series} ${type}\n${series} ${value}\n`
}

/** Figure names as Prometheus writes them. */
export function prefixed(prefix: string, figures: Record<string, number>): Record<string, number> {
  const named = Object.entries(figures).map(([name, value]) => {
    const snake = name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
    return [`${prefix}${snake}`, value] as const
  })
  return Object.fromEntries(named)
}
