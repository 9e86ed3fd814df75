import type { $ZodRawIssue } from 'zod/v4/core'

type Issue = $ZodRawIssue

const KINDS: Readonly<Record<string, string>> = {
  string: 'This should be text',
  number: 'This should be a number',
  int: 'This should be a whole number',
  boolean: 'This should be true or false',
  array: 'This should be a list',
  object: 'This should be an object',
  record: 'This should be an object',
  file: 'This should be a file',
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'Please give a date and time such as 2027-03-28T09:30:00Z',
  date: 'Please give a date such as 2027-03-28',
  uuid: 'This should be an id',
  url: 'Please give an address that begins with https://',
}

const NOT_VALID = 'This is not valid'
const REQUIRED = 'This field is required'

/** What a schema without a message of its own says about a value: a sentence that names what is expected. */
export function sayExpected(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return REQUIRED
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? NOT_VALID
    case 'invalid_format':
      return FORMATS[issue.format] ?? NOT_VALID
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    default:
      return NOT_VALID
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1
    ? `This should be ${JSON.stringify(values[0])}`
    : `Please choose one of these: ${values.map(String).join(', ')}`
}

function tooSmall({ origin, minimum }: Issue & { code: 'too_small' }): string {
  const least = String(minimum)
  if (origin === 'string') return least === '1' ? REQUIRED : `Please use at least ${least} characters`
  if (origin === 'array' || origin === 'set') return `Please give at least ${least}`
  return `Please use a number from ${least}`
}

function tooBig({ origin, maximum }: Issue & { code: 'too_big' }): string {
  if (origin === 'string') return `Please use at most ${String(maximum)} characters`
  if (origin === 'array' || origin === 'set') return `Please give at most ${String(maximum)}`
  return `Please use a number up to ${String(maximum)}`
}
