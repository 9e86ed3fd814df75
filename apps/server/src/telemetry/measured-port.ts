import type { Metrics } from './metrics.ts'

/** The same port, whose calls that take time are measured; each failure is counted as what it is. */
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
        const result = method.apply(target, args)
        if (result instanceof Promise) {
          result.then(
            () => metrics.called({ provider, call: name, seconds: seconds() }),
            (error: unknown) => metrics.called({ provider, call: name, seconds: seconds(), error }),
          )
        }
        return result
      }
      measured.set(name, measure)
      return measure
    },
  })
}
