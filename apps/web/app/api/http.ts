import { LOGIN_WAY_COOKIE, LOGIN_WAY_HEADER } from '@parley/contract/login-way'
import { msg, t } from '../language/text.ts'
import { ApiError } from './errors.ts'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Call {
  method: Method
  path: string
  /** JSON, or a form sent as it is (multipart or form-encoded). */
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Continues after the page is closed: its answer has a cookie that must not be lost. */
  outlivesPage?: boolean
}

const NO_CONNECTION = msg('No connection. Check your network and try again.')
const statusText = ({ status, statusText: words }: Response) => words || t('Error {status}', { status })

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function toInit(call: Call): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', ...call.headers }
  // The refresh token stays in a cookie. Other sites cannot send this header, so they cannot use that cookie.
  if (call.method !== 'GET') headers[LOGIN_WAY_HEADER] = LOGIN_WAY_COOKIE
  if (call.token) headers.authorization = `Bearer ${call.token}`
  const init: RequestInit = { method: call.method, headers }
  if (call.outlivesPage) init.keepalive = true
  if (call.signal) init.signal = call.signal
  if (call.body instanceof FormData || call.body instanceof URLSearchParams) init.body = call.body
  else if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.body)
  }
  return init
}

/** One request; rejects with `ApiError` on any failure, with status 0 when the network gave no answer. */
export async function send(fetcher: Fetch, call: Call): Promise<unknown> {
  let response: Response
  try {
    response = await fetcher(call.path, toInit(call))
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    throw new ApiError(0, null, NO_CONNECTION)
  }
  const body = await readBody(response)
  if (!response.ok) throw new ApiError(response.status, body, statusText(response))
  return body
}
