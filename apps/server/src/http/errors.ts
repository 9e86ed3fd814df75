import { fieldErrors, type RefusalCode } from '@parley/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorReports } from '../core/error-reports.ts'
import { Outage } from '../core/outage.ts'
import { Refusal, refuse } from '../core/refusal.ts'
import { isAllStorable } from '../core/storable-text.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { watchMethods } from './allowed-methods.ts'
import { pathOnly } from './logging.ts'
import { type FindMoved, movedTo } from './moved-usernames.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { BAD_LINK, isServerPath } from './web/page-paths.ts'
import { isPageVisit, PAGES, type WaitKind, waitPage, wantsPage } from './web/wait-page.ts'

/** The HTTP status of every refusal: exhaustive, so that a new code cannot be forgotten. */
export const statusOf: Record<RefusalCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  unavailable: 503,
}

const OUTAGE_RETRY_SECONDS = 5
/** What is read of a body that was refused; the server closes the connection of a longer one. */
const READ_ON_MAX_BYTES = 64 * 1024 * 1024

/** Errors that Fastify and its plugins raise by themselves, as refusals of the contract. */
function refusalOfFramework(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // Nothing can have such an address.
    if (error.validationContext === 'params') return refuse.notFound()
    const issues = error.validation.map(issue => issueOf(issue))
    if (issues.some(issue => issue.path.length === 0))
      return isUnreadForm(request) ? untaken() : refuse.invalid('The request could not be read')
    return refuse.fields(fieldErrors(issues))
  }
  const status = error.statusCode
  if (status === 413) return refuse.tooLarge('That is too large')
  if (status === 415) return untaken()
  if (status === 404) return refuse.notFound()
  if (status === 429) return refuse.tooMany(Number(error.message) || 60)
  if (error.code === 'FST_CSRF_MISSING_SECRET') return undefined
  if (status !== undefined && status >= 400 && status < 500)
    return refuse.invalid('The request could not be read')
  return undefined
}

const untaken = () => refuse.unsupportedMedia('This kind of content is not taken here')

/** The server parses forms, but only some routes read them. */
function isUnreadForm({ headers, body }: FastifyRequest): boolean {
  return body == null && (headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false)
}

function issueOf(issue: { instancePath: string; message?: string | undefined }) {
  const path = issue.instancePath.split('/').filter(part => part !== '')
  return { path, message: issue.message ?? 'This is not valid' }
}

/** Headers for a successful answer are removed: a browser that caches a failure "for ever" would keep it. */
function answerPlainly(reply: FastifyReply): void {
  reply.removeHeader('etag')
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': reply.request.id })
}

/**
 * A client that still sends when its connection is closed loses the answer: TCP resets the connection. So the rest of a
 * body is read, and thrown away. A slow client has until the server's timeout of a request.
 */
function readOn(reply: FastifyReply): void {
  const { headers, raw } = reply.request
  if (!(Number(headers['content-length']) <= READ_ON_MAX_BYTES)) return
  reply.removeHeader('connection')
  raw.unpipe()
  raw.resume()
}

/** Sends a refusal as the contract says. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  answerPlainly(reply)
  if (refusal.code === 'too_large') readOn(reply)
  // RFC 9110, 15.5.2: a 401 names the scheme that it wants. For `Bearer` browsers open no window of their own.
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .code(statusOf[refusal.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body))
}

export interface ErrorDeps {
  reports?: Pick<ErrorReports, 'bug'> | undefined
  /** For servers with the accounts domain. */
  findMoved?: FindMoved | undefined
}

/** Turns everything thrown into the contract's answers; a bug is logged, and its answer reveals nothing. */
export function registerErrors(app: FastifyInstance, deps: ErrorDeps = {}): void {
  const { reports, findMoved } = deps
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = error instanceof Refusal ? error : refusalOfFramework(error, request)
    if (refusal) {
      const moved = findMoved ? await movedTo(request, refusal, findMoved) : null
      if (!moved && refusal.code === 'too_many') return sendWait(request, reply, refusal)
      if (!moved) return sendRefusal(reply, refusal)
      answerPlainly(reply)
      return reply.redirect(moved.address, moved.status)
    }
    if (error instanceof Outage) {
      request.log.warn({ provider: error.provider, err: error.cause }, 'a provider failed')
      return sendRefusal(reply, refuse.unavailable(OUTAGE_RETRY_SECONDS, error.detail))
    }
    if (isUnwritable(error)) return sendRefusal(reply, refuse.invalid('The request could not be read'))
    if (isDatabaseAway(error)) {
      request.log.error({ err: error }, 'the database did not answer')
      return sendWait(request, reply, refuse.unavailable(OUTAGE_RETRY_SECONDS))
    }
    request.log.error({ err: error }, 'a request failed')
    const name = request.routeOptions.url ?? ''
    reports?.bug(error, { kind: 'route', name, requestId: request.id })
    answerPlainly(reply)
    if (isPageVisit(request)) return sendPage(request, reply.code(500), 'broken')
    return reply.code(500).type('application/json; charset=utf-8').send('{"detail":"Something went wrong."}')
  })
  const methodsAt = watchMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const path = pathOnly(request.url)
    const allowed = methodsAt(path)
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return sendRefusal(reply, refuse.notFound(`There is nothing at ${path}`))
    }
    answerPlainly(reply)
    return reply
      .code(405)
      .headers({ allow: allowed.join(', '), 'content-type': 'application/json; charset=utf-8' })
      .send(JSON.stringify({ detail: `${path} takes ${allowed.join(', ')}` }))
  })
}

/** A person who opened a page gets it in words; others get the contract's answer. */
function sendWait(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const kind = refusal.code === 'too_many' ? 'too_many' : 'unavailable'
  if (!isPageVisit(request)) return sendRefusal(reply, refusal)
  reply
    .code(statusOf[refusal.code])
    .headers({ 'retry-after': String(refusal.retryAfterSeconds ?? OUTAGE_RETRY_SECONDS) })
  return sendPage(request, reply, kind)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, kind: WaitKind): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language, cookie' })
    .type('text/html; charset=utf-8')
    .send(waitPage(request, kind))
}

/**
 * Addresses that no route can be looked up for, such as `/profile/100%`: they never reach a route's error handler. A
 * person who followed such a link meets the page for bad links.
 */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  if (wantsPage(request) && !isServerPath(request.url)) {
    answerPlainly(reply)
    reply.redirect(BAD_LINK)
    return
  }
  const isTooLong = error.statusCode === 414
  sendRefusal(reply, isTooLong ? refuse.notFound() : refuse.invalid('The address could not be read'))
}

/**
 * Attack: text in an address, a query or a body that no column can hold, wherever it would meet the database; and a
 * body of levels without end.
 */
export async function refuseUnstorable({ routeOptions, params, query, body }: FastifyRequest): Promise<void> {
  // A page says in words that there is nobody of such a name.
  if (routeOptions.url === PAGES || [params, query, body].every(isAllStorable)) return
  throw Object.assign(new Error('text that cannot be stored'), { statusCode: statusOf.invalid })
}

/** SQLSTATE of text that Postgres cannot hold: a NUL character, half of a surrogate pair. */
const UNWRITABLE_CODES = new Set(['22021', '22P05'])

/** Attack: a NUL character in a name or an address, which JSON and URLs may carry and the database refuses. */
function isUnwritable(error: unknown): boolean {
  return codesOf(error).some(code => UNWRITABLE_CODES.has(code))
}

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') codes.push(code)
  }
  return codes
}
