import { createHash } from 'node:crypto'
import { StripeError } from '../errors.ts'
import type { Store } from '../store.ts'
import type { FormGroup } from './form-encoding.ts'

const KEPT_MS = 25 * 3_600_000
const LONGEST_KEY = 255
/** A request removes this many old answers at most, so that the first one after a busy day is not slow. */
const REMOVED_AT_ONCE = 20
/** Exported for the test of its plan: it runs in the server's event loop at every POST. */
export const REMOVE_OLD_ANSWERS = `DELETE FROM idempotent_answers WHERE (scope, key) IN
  (SELECT scope, key FROM idempotent_answers WHERE created_ms <= ? ORDER BY created_ms LIMIT ${REMOVED_AT_ONCE})`

export interface KeyedRequest {
  scope: string
  key: string
  path: string
  fingerprint: string
}

export interface KeptAnswer {
  status: number
  body: string
  requestId: string
}

/** Stripe's idempotency keys (Stripe docs, "Idempotent requests"): the first answer is kept for a day and replayed. */
export class IdempotencyKeys {
  readonly #store: Store
  readonly #now: () => Date
  readonly #inFlight = new Set<string>()

  constructor(store: Store, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  /** The answer kept under this key, if any; another request under the same key, or one still running, is refused. */
  replay(request: KeyedRequest): KeptAnswer | undefined {
    refuseLongKey(request.key)
    const row = this.#store
      .statement('SELECT * FROM idempotent_answers WHERE scope = ? AND key = ? AND created_ms > ?')
      .get(request.scope, request.key, this.#now().getTime() - KEPT_MS)
    if (row === undefined) return undefined
    if (row.path !== request.path || row.fingerprint !== request.fingerprint)
      throw otherParameters(request.key)
    return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
  }

  /** Marks the key as running; the answer is what ends it. */
  begin(request: KeyedRequest): () => void {
    const name = `${request.scope} ${request.key}`
    if (this.#inFlight.has(name)) throw stillRunning(request.key)
    this.#inFlight.add(name)
    return () => this.#inFlight.delete(name)
  }

  /** Keeps an answer, in the transaction that did what it answers for. */
  keep(request: KeyedRequest, answer: KeptAnswer): void {
    const nowMs = this.#now().getTime()
    // An old answer under this key does not count any more, and may not stand in the way.
    this.#store
      .statement('DELETE FROM idempotent_answers WHERE scope = ? AND key = ?')
      .run(request.scope, request.key)
    this.#store.statement(REMOVE_OLD_ANSWERS).run(nowMs - KEPT_MS)
    this.#store
      .statement('INSERT INTO idempotent_answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        request.scope,
        request.key,
        request.path,
        request.fingerprint,
        answer.status,
        answer.body,
        answer.requestId,
        nowMs,
      )
  }
}

/**
 * A digest of the parameters, whatever their order; a card counts by its last digits, so that no digest of a number is
 * kept.
 */
export function fingerprintOf(form: FormGroup): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(form)))
    .digest('hex')
}

function canonical(group: FormGroup): unknown[] {
  return [...group]
    .filter(([name]) => name !== 'key')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      if (typeof value !== 'string') return [name, canonical(value)]
      if (name === 'number') return [name, value.slice(-4)]
      return [name, name === 'cvc' ? 'given' : value]
    })
}

function refuseLongKey(key: string): void {
  if (key.length <= LONGEST_KEY) return
  throw idempotencyError(400, 'Idempotency keys may be at most 255 characters.')
}

function otherParameters(key: string): StripeError {
  return idempotencyError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key.slice(0, 80)}' if you meant to execute a different request.`,
  )
}

function stillRunning(key: string): StripeError {
  return idempotencyError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key.slice(0, 80)}. Please try again later.`,
  )
}

function idempotencyError(status: number, message: string): StripeError {
  const code = status === 409 ? { code: 'idempotency_key_in_use' } : {}
  return new StripeError({ status, body: { type: 'idempotency_error', message, ...code }, kept: 'not_kept' })
}
