import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { StripeError } from '../errors.ts'
import { registerFaultRoutes } from '../faults/fault-routes.ts'
import type { FaultControl } from '../options.ts'
import { registerPages } from '../pages/page-routes.ts'
import { type DispatchDeps, dispatch } from './dispatch.ts'
import { readMultipart } from './multipart.ts'
import { ROUTES } from './routes.ts'

/** Beyond what any file may have, so that one which is too large is refused in Stripe's words. */
const UPLOAD_MAX_BYTES = 8 * 1024 * 1024

export interface PluginDeps extends Omit<DispatchDeps, 'addressesOf'> {
  publicOrigin: (() => string) | undefined
  apiRouteConfig: FastifyContextConfig
  faultControl: FaultControl | undefined
  deliver(): Promise<number>
}

/** Everything the sandbox serves, with its own body parsers and errors, sealed off from the host's. */
export function createPlugin(deps: PluginDeps): FastifyPluginAsync {
  return async app => {
    parseBodies(app)
    answerErrorsAsStripe(app)
    const addressesOf: DispatchDeps['addressesOf'] = request => {
      const origin = deps.publicOrigin?.() ?? `${request.protocol}://${request.host}`
      return { pages: `${origin}${app.prefix}`, returnOrigins: [origin] }
    }
    const dispatchDeps: DispatchDeps = { ...deps, addressesOf }
    for (const route of ROUTES) {
      app.route({
        method: route.method,
        url: route.path,
        config: deps.apiRouteConfig,
        handler: (request, reply) => dispatch(dispatchDeps, route, { request, reply }),
      })
    }
    // Otherwise the host's pages would take a GET that nothing here answers.
    app.get('/v1/*', { config: deps.apiRouteConfig }, unrecognized)
    registerPages(app, { engine: deps.engine, addressesOf })
    if (deps.faultControl !== undefined)
      registerFaultRoutes(app, { control: deps.faultControl, deliver: deps.deliver })
  }
}

function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, body)
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_MAX_BYTES },
    (request: FastifyRequest, body: Buffer) => readMultipart(body, request.headers['content-type'] ?? ''),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
}

function answerErrorsAsStripe(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeError) return reply.status(error.status).send({ error: error.body })
    const status = clientErrorStatus(error)
    if (status === undefined) request.log.error({ err: error }, 'sandbox request failed')
    const message = status === undefined ? 'An unknown error occurred.' : 'Invalid request.'
    const type = status === undefined ? 'api_error' : 'invalid_request_error'
    return reply.status(status ?? 500).send({ error: { type, message } })
  })
  app.setNotFoundHandler(unrecognized)
}

function unrecognized(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.raw.url?.split('?', 1)[0] ?? ''
  const message = `Unrecognized request URL (${request.method}: ${path}).`
  return reply.status(404).send({ error: { type: 'invalid_request_error', message } })
}

function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}
