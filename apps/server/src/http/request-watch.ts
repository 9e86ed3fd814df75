import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { ErrorReports, ServedRequest } from '../core/error-reports.ts'

/** Where bugs are reported, and the subscribers to answered requests. */
export interface RequestWatch {
  reports: Pick<ErrorReports, 'bug'>
  /** Called for every answer; cheap, because it is on every request's way. */
  onServed(request: ServedRequest): void
}

/** What no route answers to has one name, so that wrong addresses cannot fill the metrics. */
export const UNMATCHED = 'unmatched'

const currentRequestId = new AsyncLocalStorage<string>()

/** The request whose work is being done, for log lines written far from it. */
export const requestFacts = (): { reqId?: string } => {
  const reqId = currentRequestId.getStore()
  return reqId === undefined ? {} : { reqId }
}

/** Lets log lines know their request, and reports every answer by its route's pattern. */
export function registerRequestWatch(app: FastifyInstance, watch: RequestWatch | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => currentRequestId.run(request.id, done))
  if (!watch) return
  app.addHook('onResponse', (request, reply, done) => {
    const endedMs = Date.now()
    const parent = request.headers['sentry-trace']
    watch.onServed({
      method: request.method,
      route: request.is404 ? UNMATCHED : (request.routeOptions.url ?? UNMATCHED),
      status: reply.raw.statusCode,
      startedMs: endedMs - reply.elapsedTime,
      endedMs,
      requestId: request.id,
      parent: typeof parent === 'string' ? parent : undefined,
    })
    done()
  })
}
