export interface StripeErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [detail: string]: unknown
}

interface StripeErrorShape {
  status: number
  body: StripeErrorBody
  /** Stripe keeps an answer under its idempotency key only once execution began. */
  kept: 'kept' | 'not_kept'
}

/** An answer in Stripe's error shape: thrown it undoes the operation, returned it commits what was done. */
export class StripeError extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  readonly kept: 'kept' | 'not_kept'

  constructor(shape: StripeErrorShape) {
    super(shape.body.message)
    this.status = shape.status
    this.body = shape.body
    this.kept = shape.kept
  }
}

/** A parameter that fails validation: 400, never kept under an idempotency key. */
export function invalidParameter(param: string, message: string, code = 'parameter_invalid'): StripeError {
  return new StripeError({
    status: 400,
    body: { type: 'invalid_request_error', code, message, param },
    kept: 'not_kept',
  })
}

export function missingParameter(param: string): StripeError {
  return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
}

/** An object named in the path that does not exist: 404. */
export function noSuchObject(kind: string, id: string): StripeError {
  return new StripeError({ status: 404, body: missingBody(kind, id, 'id'), kept: 'kept' })
}

/** An object named in a parameter that does not exist: 400. */
export function noSuchReference(kind: string, id: string, param: string): StripeError {
  return new StripeError({ status: 400, body: missingBody(kind, id, param), kept: 'kept' })
}

function missingBody(kind: string, id: string, param: string): StripeErrorBody {
  const message = `No such ${kind.replaceAll('_', '')}: '${id}'`
  return { type: 'invalid_request_error', code: 'resource_missing', message, param }
}

/** A request that the object's state forbids: 400, and kept. */
export function refusedRequest(message: string, details: Partial<StripeErrorBody> = {}): StripeError {
  return new StripeError({
    status: 400,
    body: { type: 'invalid_request_error', message, ...details },
    kept: 'kept',
  })
}

/** A card detail that fails validation (number, expiry, security code): 402, nothing stored. */
export function invalidCard(code: string, param: string, message: string): StripeError {
  return new StripeError({
    status: 402,
    body: { type: 'card_error', code, message, param },
    kept: 'not_kept',
  })
}
