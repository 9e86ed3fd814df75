import { createHash, timingSafeEqual } from 'node:crypto'
import { StripeError } from '../errors.ts'
import type { Caller } from '../work.ts'

export interface ApiKeys {
  secretKey: string
  publishableKey: string
}

/** Who calls: the key comes as Bearer, as Basic's user name, or (browsers) as the parameter `key`. */
export function authenticate(
  keys: ApiKeys,
  authorization: string | undefined,
  parameter: string | undefined,
): Caller {
  const given = keyFromHeader(authorization) ?? parameter
  if (given === undefined || given === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (isSame(given, keys.secretKey)) return 'secret'
  if (isSame(given, keys.publishableKey)) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`)
}

/** What a publishable key, which everyone can read in the page, may never do. */
export function secretKeyRequired(): StripeError {
  return new StripeError({
    status: 403,
    body: {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    },
    kept: 'not_kept',
  })
}

function keyFromHeader(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme, value] = authorization.split(' ', 2)
  if (value === undefined) return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic') return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0]
}

/** Compares digests, so that neither length nor content shows in the time taken. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function unauthorized(message: string): StripeError {
  return new StripeError({
    status: 401,
    body: { type: 'invalid_request_error', message },
    kept: 'not_kept',
  })
}
