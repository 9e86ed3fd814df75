import { randomBytes } from 'node:crypto'
import type { BugPlace, ServedRequest } from '../../core/error-reports.ts'
import { isQuietRoute } from './quiet-routes.ts'

/** A place in the source; line and column count from 1. */
export interface Frame {
  filename: string
  function: string
  lineno: number
  colno: number
  in_app: boolean
}

const FRAMES_MAX = 50
const CAUSES_MAX = 3
const FRAME = /^\s+at (?:(?:async |new )?(.*?) \()?((?:file:\/\/|node:|\/)[^()\s]*):(\d+):(\d+)\)?$/
const OUR_FOLDERS = /^.*\/((?:apps|packages|scripts)\/.*)$/
const THEIR_FOLDERS = /^.*\/(node_modules\/.*)$/
/** What code may carry: `ECONNREFUSED`, `23505`, `P0001`. Attack: an error whose code is somebody's text. */
const CODE = /^[A-Z0-9_]{2,40}$/
const NAME = /^[A-Z][A-Za-z0-9]{1,60}$/

/**
 * A bug as it may leave the server, built from what cannot hold a person's data: type, code, places in the source,
 * where it happened. Never its message: messages quote addresses, tokens, statements with their values and people's
 * words.
 */
export function bugEvent(error: unknown, place: BugPlace) {
  const isQuiet = place.kind === 'route' && isQuietRoute(place.name)
  return {
    level: 'error' as const,
    transaction: place.name,
    tags: {
      place: place.kind,
      ...(place.requestId ? { request_id: place.requestId } : {}),
    },
    exception: {
      values: causesOf(error).map(each => exceptionOf(each, isQuiet ? 'code alone' : 'with frames')),
    },
  }
}

/** The error and what caused it, the deepest cause first, as Sentry wants them. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = error; causes.length < CAUSES_MAX; at = at.cause) {
    causes.unshift(at)
    if (!(at instanceof Error) || at.cause === undefined) break
  }
  return causes
}

function exceptionOf(error: unknown, detail: 'code alone' | 'with frames') {
  const { name, code } = (error instanceof Error ? error : {}) as { name?: string; code?: unknown }
  const frames = detail === 'with frames' && error instanceof Error ? framesOf(error.stack ?? '') : []
  return {
    type: name && NAME.test(name) ? name : 'Error',
    value: typeof code === 'string' && CODE.test(code) ? code : '',
    ...(frames.length > 0 ? { stacktrace: { frames } } : {}),
  }
}

/**
 * The places of a stack, oldest first; its first lines hold the message and are left out, and so is what looks like
 * none.
 */
export function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap(line => {
    const [, name = '', path = '', lineno = '', colno = ''] = FRAME.exec(line) ?? []
    if (!path) return []
    const ours = OUR_FOLDERS.exec(path)?.[1]
    const filename = THEIR_FOLDERS.exec(path)?.[1] ?? ours ?? path.split('/').at(-1) ?? ''
    const isOurs = ours !== undefined && filename === ours
    return [{ filename, function: name, lineno: Number(lineno), colno: Number(colno), in_app: isOurs }]
  })
  return frames.slice(0, FRAMES_MAX).reverse()
}

const PARENT = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/
const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A request as a line of a trace: pattern, status and times. Null for calls and payments. */
export function servedEvent(request: ServedRequest) {
  if (isQuietRoute(request.route)) return null
  const [, traceId, parentSpanId] = PARENT.exec(request.parent ?? '') ?? []
  const status = request.status >= 500 ? ('internal_error' as const) : ('ok' as const)
  return {
    type: 'transaction' as const,
    transaction: `${request.method} ${request.route}`,
    transaction_info: { source: 'route' as const },
    start_timestamp: request.startedMs / 1000,
    timestamp: request.endedMs / 1000,
    tags: { request_id: request.requestId },
    contexts: {
      trace: {
        trace_id: traceId ?? randomHex(16),
        span_id: randomHex(8),
        ...(parentSpanId ? { parent_span_id: parentSpanId } : {}),
        op: 'http.server',
        status,
        data: { 'http.response.status_code': request.status },
      },
    },
    spans: [],
  }
}
