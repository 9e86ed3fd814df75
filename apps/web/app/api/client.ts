import type { AuthStore } from './auth-store.ts'
import { ApiError } from './errors.ts'
import { type Call, type Fetch, type Method, send } from './http.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** With the same key the server creates only once (header `Idempotency-Key`). */
  idempotencyKey?: string
}

/** The API client of the browser: bearer token, refreshed when it expires; failures are `ApiError`. */
export function createClient(deps: {
  fetch: Fetch
  auth: Pick<AuthStore, 'accessToken' | 'renew'>
  /** Called after each request that changed something. */
  onChange?: () => void
  /** A request that books, claims or offers may have to wait for the birth date; then it is sent again. */
  withBirthDate?: <T>(work: () => Promise<T>) => Promise<T>
}) {
  async function call<T>(
    method: Method,
    path: string,
    options: CallOptions & { body?: unknown },
  ): Promise<T> {
    const request: Call = { method, path }
    if (options.body !== undefined) request.body = options.body
    if (options.signal) request.signal = options.signal
    if (options.idempotencyKey) request.headers = { 'idempotency-key': options.idempotencyKey }
    const token = await deps.auth.accessToken()
    try {
      return (await send(deps.fetch, { ...request, token })) as T
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error
      const renewed = await deps.auth.renew(token)
      if (renewed === null) throw error
      return (await send(deps.fetch, { ...request, token: renewed })) as T
    }
  }
  async function change<T>(
    method: Method,
    path: string,
    options: CallOptions & { body?: unknown },
  ): Promise<T> {
    const work = () => call<T>(method, path, options)
    const answer = await (deps.withBirthDate?.(work) ?? work())
    deps.onChange?.()
    return answer
  }
  return {
    get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, options),
    post: <T>(path: string, body?: unknown, options: CallOptions = {}) =>
      change<T>('POST', path, body === undefined ? options : { ...options, body }),
    put: <T>(path: string, body: unknown, options: CallOptions = {}) =>
      change<T>('PUT', path, { ...options, body }),
    patch: <T>(path: string, body: unknown, options: CallOptions = {}) =>
      change<T>('PATCH', path, { ...options, body }),
    delete: <T>(path: string, options: CallOptions & { body?: unknown } = {}) =>
      change<T>('DELETE', path, options),
  }
}
export type ApiClient = ReturnType<typeof createClient>
