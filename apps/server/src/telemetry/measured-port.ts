import { SpanStatusCode, trace } from '@opentelemetry/api'
import type { Metrics } from './metrics.ts'

/** Does nothing while no traces are sent. */
const tracer = trace.getTracer('parley')

/** The same port, whose calls that take time are measured and traced; each failure is counted as what it is. */
export function measuredPort<T extends object>(metrics: Metrics, provider: string, port: T): T {
  const measured = new Map<PropertyKey, unknown>()
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      const known = measured.get(name)
      if (known) return known
      const method = value as (...args: unknown[]) => unknown
      const measure = (...args: unknown[]) => {
        const startedMs = performance.now()
        const seconds = () => (performance.now() - startedMs) / 1000
        const facts = { attributes: { 'parley.provider': provider, 'parley.call': name } }
        return tracer.startActiveSpan(`${provider}.${name}`, facts, span => {
          const result = method.apply(target, args)
          if (!(result instanceof Promise)) {
            span.end()
            return result
          }
          result.then(
            () => {
              metrics.called({ provider, call: name, seconds: seconds() })
              span.end()
            },
            (error: unknown) => {
              metrics.called({ provider, call: name, seconds: seconds(), error })
              span.setStatus({ code: SpanStatusCode.ERROR }).end()
            },
          )
          return result
        })
      }
      measured.set(name, measure)
      return measure
    },
  })
}
