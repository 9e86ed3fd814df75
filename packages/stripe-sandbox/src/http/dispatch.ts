import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { invalidParameter, refusedRequest, StripeError } from '../errors.ts'
import type { FaultRule, FaultRules } from '../faults/faults.ts'
import { newId } from '../identifiers.ts'
import { API_VERSION } from '../resources/events.ts'
import type { Caller, Route, Work } from '../work.ts'
import { type ApiKeys, authenticate, secretKeyRequired } from './authentication.ts'
import { browserView } from './browser-view.ts'
import { expandAnswer } from './expansion.ts'
import { decodeForm, type FormGroup } from './form-encoding.ts'
import { fingerprintOf, type IdempotencyKeys, type KeptAnswer, type KeyedRequest } from './idempotency.ts'
import { MultipartBody } from './multipart.ts'
import { Parameters } from './parameters.ts'

export interface DispatchDeps {
  engine: Engine
  keys: ApiKeys
  idempotency: IdempotencyKeys
  faults: FaultRules
  onKill: (step: 'before' | 'after') => void
  warn(detail: object, message: string): void
  /** Public address of the pages, and the origins a browser may be sent back to. */
  addressesOf(request: FastifyRequest): { pages: string; returnOrigins: string[] }
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Admitted {
  route: Route
  request: FastifyRequest
  requestId: string
  caller: Caller
  form: FormGroup
  faults: readonly FaultRule[]
  keyed: KeyedRequest | undefined
}

/** Answers one API request: key, faults, idempotency, the operation, and its answer in Stripe's words. */
export async function dispatch(deps: DispatchDeps, route: Route, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange
  const requestId = newId('req')
  reply.headers({ 'request-id': requestId, 'stripe-version': API_VERSION, 'cache-control': 'no-store' })
  try {
    const admitted = admit(deps, route, { request, requestId })
    if (admitted.keyed !== undefined) reply.header('idempotency-key', admitted.keyed.key)
    return await answer(deps, admitted, reply)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return send(reply, error.status, JSON.stringify({ error: errorBody(error, requestId) }))
  }
}

/** Reads, authenticates and notes what the request meets, before anything is done. */
function admit(
  deps: DispatchDeps,
  route: Route,
  arrival: { request: FastifyRequest; requestId: string },
): Admitted {
  const { request, requestId } = arrival
  const form = readForm(request)
  const caller = authenticate(deps.keys, request.headers.authorization, new Parameters(form).text('key'))
  if (caller === 'publishable' && route.access === 'secret') throw secretKeyRequired()
  if (request.headers['stripe-account'] !== undefined) throw foreignAccount()
  form.delete('key')
  if (caller === 'secret') new Parameters(form).refuseUnknown([...route.accepts, 'expand'])
  const path = pathOf(request)
  const key = request.headers['idempotency-key']
  const keyed =
    route.method === 'POST' && typeof key === 'string' && key !== ''
      ? { scope: caller, key, path, fingerprint: fingerprintOf(form) }
      : undefined
  return { route, request, requestId, caller, form, keyed, faults: deps.faults.claim(route.method, path) }
}

async function answer(deps: DispatchDeps, admitted: Admitted, reply: FastifyReply): Promise<FastifyReply> {
  const { keyed, faults } = admitted
  const finish = keyed === undefined ? undefined : deps.idempotency.begin(keyed)
  try {
    const kept = keyed === undefined ? undefined : deps.idempotency.replay(keyed)
    if (kept !== undefined) {
      // A repeated answer travels the same network: it is delayed, refused and lost alike.
      await meetFaults(deps, faults, 'before')
      if (faults.some(fault => fault.action === 'drop')) return cutConnection(reply)
      reply.headers({ 'idempotent-replayed': 'true', 'original-request': kept.requestId })
      return send(reply, kept.status, kept.body)
    }
    await meetFaults(deps, faults, 'before')
    const outcome = execute(deps, admitted)
    await meetFaults(deps, faults, 'after')
    if (faults.some(fault => fault.action === 'drop')) return cutConnection(reply)
    if (faults.some(fault => fault.action === 'failAfter')) throw outage()
    return send(reply, outcome.status, outcome.body)
  } finally {
    finish?.()
  }
}

async function meetFaults(
  deps: DispatchDeps,
  faults: readonly FaultRule[],
  step: 'before' | 'after',
): Promise<void> {
  for (const fault of faults) {
    if (fault.action === 'delay' && (fault.when ?? 'before') === step) await wait(fault.ms)
    if (fault.action === 'kill' && (fault.when ?? 'before') === step) deps.onKill(step)
    if (fault.action === 'fail' && step === 'before') throw injectedFailure(fault)
  }
}

/** The operation and its stored answer are one transaction: a crash leaves both or neither. */
function execute(deps: DispatchDeps, admitted: Admitted): KeptAnswer {
  const { keyed, requestId } = admitted
  return deps.engine.perform(
    work => {
      const outcome = attempt(deps, work, admitted)
      const keepsOutage = admitted.faults.some(
        fault => fault.action === 'failAfter' && fault.replay === 'error',
      )
      const answered = { status: outcome.status, body: outcome.body, requestId }
      const kept = keepsOutage
        ? { ...answered, status: 500, body: JSON.stringify({ error: outage().body }) }
        : answered
      if (keyed !== undefined && outcome.kept === 'kept') deps.idempotency.keep(keyed, kept)
      return answered
    },
    { requestId, idempotencyKey: keyed?.key ?? null },
  )
}

/** A thrown error rolls the operation back; a returned one (a decline) keeps its changes. */
function attempt(deps: DispatchDeps, work: Work, admitted: Admitted) {
  const { database } = work.store
  database.exec('SAVEPOINT attempt')
  try {
    const result = callRoute(deps, work, admitted)
    database.exec('RELEASE attempt')
    return rendered(result, admitted)
  } catch (error) {
    database.exec('ROLLBACK TO attempt; RELEASE attempt')
    if (error instanceof StripeError) return rendered(error, admitted)
    deps.warn({ err: error, requestId: admitted.requestId }, 'sandbox operation failed')
    return rendered(outage(), admitted)
  }
}

function callRoute(deps: DispatchDeps, work: Work, admitted: Admitted): object {
  const { route, request, caller, form, faults } = admitted
  const params = new Parameters(form)
  const result = route.handle({
    ...work,
    ...deps.addressesOf(request),
    params,
    caller,
    upload: request.body instanceof MultipartBody ? request.body.upload : null,
    dialect: dialectOf(request),
    id: pathParameter(request, 'id'),
    sub: pathParameter(request, 'sub'),
    collection: faults.some(fault => fault.action === 'processing') ? 'processing' : 'at_once',
  })
  if (result instanceof StripeError) return result
  const expand = params.list('expand')
  if (caller === 'publishable' && expand.some(path => path !== 'payment_method')) throw secretKeyRequired()
  return expandAnswer(work.store, result, expand)
}

function rendered(result: object, admitted: Admitted) {
  const view = (value: object) =>
    JSON.stringify(admitted.caller === 'publishable' ? browserView(value) : value)
  if (!(result instanceof StripeError)) return { status: 200, body: view(result), kept: 'kept' as const }
  return {
    status: result.status,
    body: view({ error: errorBody(result, admitted.requestId) }),
    kept: result.kept,
  }
}

function readForm(request: FastifyRequest): FormGroup {
  if (request.method !== 'POST') return decodeForm(request.raw.url?.split('?', 2)[1] ?? '')
  if (request.body === undefined || request.body === null) return decodeForm('')
  if (typeof request.body === 'string') return decodeForm(request.body)
  if (request.body instanceof MultipartBody) return request.body.form
  throw invalidParameter(
    '',
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
  )
}

/** The path below the mount point, which is how fault rules and kept answers name it. */
function pathOf(request: FastifyRequest): string {
  const path = request.raw.url?.split('?', 1)[0] ?? ''
  return path.slice(Math.max(path.indexOf('/v1/'), 0)).replace(/\/+$/, '')
}

/** From 2026-09-30 on intents no longer take `payment_method_types` (Stripe changelog, "endive"). */
function dialectOf(request: FastifyRequest): 'current' | 'legacy' {
  const version = request.headers['stripe-version']
  return typeof version === 'string' && version >= '2026-09-30' ? 'current' : 'legacy'
}

function pathParameter(request: FastifyRequest, name: 'id' | 'sub'): string {
  const { params } = request
  if (typeof params !== 'object' || params === null) return ''
  const value: unknown = Reflect.get(params, name)
  return typeof value === 'string' ? value : ''
}

function errorBody(error: StripeError, requestId: string): object {
  return { ...error.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` }
}

/** To execute another account's request on the platform's own account would be worse than to refuse it. */
function foreignAccount(): StripeError {
  return refusedRequest('Requests on behalf of connected accounts are not spoken here.', {
    code: 'account_invalid',
  })
}

function injectedFailure(fault: FaultRule & { action: 'fail' }): StripeError {
  const type = fault.status >= 500 ? 'api_error' : 'invalid_request_error'
  const code = fault.code ?? (fault.status === 429 ? 'rate_limit' : undefined)
  const message = fault.message ?? 'An unknown error occurred.'
  return new StripeError({
    status: fault.status,
    body: { type, message, ...(code === undefined ? {} : { code }) },
    kept: 'not_kept',
  })
}

function outage(): StripeError {
  return new StripeError({
    status: 500,
    body: { type: 'api_error', message: 'An unknown error occurred.' },
    kept: 'kept',
  })
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}
