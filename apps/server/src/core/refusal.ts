import type { FieldErrors, Needs, RefusalCode, SecondFactorRequired, WayOn } from '@parley/contract'

/** An expected refusal of the product: a code of the contract, and the text for the caller. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly body: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  constructor(code: RefusalCode, body: Record<string, unknown>, retryAfterSeconds?: number) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const withDetail = (code: RefusalCode, detail: string) => new Refusal(code, { detail })

/** Constructors of refusals, one for each code; throw their result. */
export const refuse = {
  fields: (fields: FieldErrors) => new Refusal('invalid', fields),
  invalid: (detail: string) => withDetail('invalid', detail),
  unauthenticated: (detail = 'Please log in') => withDetail('unauthenticated', detail),
  unpaid: (detail = 'This has not been paid yet') => withDetail('unpaid', detail),
  forbidden: (detail = 'This is not yours') => withDetail('forbidden', detail),
  /** Not yet, and what the caller can do about it. */
  notYet: (detail: string, wayOn: WayOn) =>
    new Refusal(wayOn === 'confirm_email' ? 'forbidden' : 'conflict', { detail, way_on: wayOn }),
  /** A login that still needs its second factor. */
  secondFactor: (detail: string, required: SecondFactorRequired) =>
    new Refusal('unauthenticated', { detail, second_factor: required }),
  stepUp: (detail: string, methods: readonly string[]) =>
    new Refusal('forbidden', { detail, step_up: methods }),
  /** The caller must do something else first. */
  needs: (detail: string, needs: Needs) => new Refusal('forbidden', { detail, needs }),
  notFound: (detail = 'There is nothing here') => withDetail('not_found', detail),
  conflict: (detail: string, more: Record<string, unknown> = {}) =>
    new Refusal('conflict', { detail, ...more }),
  tooLarge: (detail: string) => withDetail('too_large', detail),
  unsupportedMedia: (detail: string) => withDetail('unsupported_media', detail),
  tooMany: (retryAfterSeconds: number, detail = 'Too many tries. Please wait a moment') =>
    new Refusal('too_many', { detail }, retryAfterSeconds),
  unavailable: (retryAfterSeconds = 5, detail = 'This does not work just now. Please try again') =>
    new Refusal('unavailable', { detail }, retryAfterSeconds),
}
