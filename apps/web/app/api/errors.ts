import type { FieldErrors } from '@parley/contract'
import { t } from '../language/text.ts'

function isFieldErrors(body: unknown): body is FieldErrors {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const values = Object.values(body)
  return (
    values.length > 0 &&
    values.every(value => Array.isArray(value) && value.every(one => typeof one === 'string'))
  )
}

/** The last part of a field's path: `starts_at` of `virtual_event.starts_at`, `username` of `user__username`. */
const shortName = (field: string) => field.split(/\.|__/).at(-1)

/** Field errors as one text: `field: first message, ...`. */
export function fieldErrorsText(fields: FieldErrors): string {
  return Object.entries(fields)
    .map(([field, [first = '']]) => (field === 'detail' ? t(first) : `${shortName(field)}: ${t(first)}`))
    .join(', ')
}

function textOf(body: unknown, statusText: string): string {
  if (typeof body === 'string' && body.trim() !== '') return body
  if (typeof body === 'object' && body !== null) {
    if ('detail' in body && typeof body.detail === 'string') return body.detail
    return isFieldErrors(body) ? fieldErrorsText(body) : JSON.stringify(body)
  }
  return statusText
}

/** A failed request: its message is the answer's `detail`, else the whole body, else the status text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 without an answer. */
  readonly status: number
  readonly body: unknown
  readonly fields: FieldErrors | null

  constructor(status: number, body: unknown, statusText: string) {
    super(textOf(body, statusText))
    this.status = status
    this.body = body
    this.fields = isFieldErrors(body) ? body : null
  }
}

/** Whether the server said that a login is invalid or has ended. */
export function isLoginOver(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 400)
}

/** Whether nobody knows if the server did what was sent. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** The text for a person about any thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? t(error.message) : t('Something went wrong.')
}
