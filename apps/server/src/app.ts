import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { IMAGE_MAX_BYTES, JSON_BODY_MAX_BYTES } from '@parley/contract'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { config } from 'zod/mini'
import type { Clock } from './core/clock.ts'
import type { App, Routes } from './http/app-type.ts'
import { closeConnectionsAtEnd } from './http/close-connections.ts'
import { refuseAddress, refuseUnstorable, registerErrors } from './http/errors.ts'
import { takeIdempotencyKeys } from './http/idempotency-key.ts'
import { type InfluencerNameOf, nameInfluencers } from './http/influencer-paths.ts'
import { UPGRADES } from './http/listen.ts'
import { type LogStream, logSerializers } from './http/logging.ts'
import type { FindMoved } from './http/moved-usernames.ts'
import { registerOpenApi } from './http/openapi.ts'
import { guardLoginCookie, type PolicyDeps, registerPolicy } from './http/policy.ts'
import { type HitCounts, type LimitOf, registerRateLimits } from './http/rate-limits.ts'
import { type RequestWatch, registerRequestWatch } from './http/request-watch.ts'
import { SECURITY_HEADERS } from './http/security-headers.ts'
import { refuseSandboxToOtherHosts } from './http/validation/other-hosts.ts'
import { sayExpected } from './http/validation/say-expected.ts'
import { optionsOf, PATIENCE, type Patience } from './http/validation/slow-clients.ts'
import { answerUnreadable, refusePackedBodies } from './http/validation/unreadable-requests.ts'

config({ localeError: sayExpected })

export interface AppDeps extends PolicyDeps {
  /** For servers with the accounts domain. */
  findMoved?: FindMoved
  /** For servers with the requests domain. */
  influencerNameOf?: InfluencerNameOf
  limitOf: LimitOf
  hitCounts: HitCounts
  publicOrigin: string
  /** Who reaches it: other machines too, unless it listens for this one alone. */
  reach?: 'this machine' | 'the network'
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  /** Shorter in tests. */
  patience?: Patience
  /** `stream`: another place than the standard output. */
  logger: false | { level: string; stream?: LogStream }
  routes: readonly Routes[]
  watch?: RequestWatch
  /** What the answers of the API are dated by; without it by the time of the machine. */
  clock?: Clock
}

/** Builds the whole HTTP edge from its parts; never listens. Throws when a route has no policy. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const patience = optionsOf(deps.patience ?? PATIENCE)
  const app: App = Fastify({
    logger: deps.logger ? { ...deps.logger, serializers: logSerializers } : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX_BYTES,
    genReqId: () => randomUUID(),
    // Otherwise anybody could name a new address with each call, and no limit by address would apply.
    trustProxy: deps.trustedProxies.length > 0 && deps.trustedProxies,
    frameworkErrors: refuseAddress,
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    ...patience,
    http: { ...patience.http, ...UPGRADES },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptEmptyJson(app)
  // Before anything that may refuse.
  app.addHook('onRequest', async (_request, reply) => void reply.headers(SECURITY_HEADERS))
  if (deps.clock) datedAnswers(app, deps.clock)
  closeConnectionsAtEnd(app)
  if (deps.reach === 'this machine') refuseSandboxToOtherHosts(app, deps.publicOrigin)
  registerErrors(app, { reports: deps.watch?.reports, findMoved: deps.findMoved })
  registerRequestWatch(app, deps.watch)
  guardLoginCookie(app, deps.publicOrigin)
  registerPolicy(app, deps)
  await registerRateLimits(app, deps)
  refusePackedBodies(app)
  app.addHook('preHandler', refuseUnstorable)
  await app.register(multipart, {
    limits: {
      fileSize: IMAGE_MAX_BYTES,
      // The picture of a profile and that of an event, which one form may change together.
      files: 2,
      fields: 40,
      fieldSize: 8 * 1024,
      parts: 42,
      headerPairs: 50,
    },
  })
  await registerOpenApi(app, deps.publicOrigin)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  takeIdempotencyKeys(app)
  if (deps.influencerNameOf) nameInfluencers(app, deps.influencerNameOf)
  for (const routes of deps.routes) await routes(app)
  return app
}

/**
 * JSON is the only plain body: Fastify's own parser of text would make a string of any other. Clients that always say
 * "JSON" also say it when they send nothing: that is no body, not a broken one.
 */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, String(body), done)
  })
}

/** The pages compare times with the `Date` of these answers: the clock of a device may be hours slow or fast. */
function datedAnswers(app: App, clock: Clock): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('date', clock.now().toUTCString())
  })
}
