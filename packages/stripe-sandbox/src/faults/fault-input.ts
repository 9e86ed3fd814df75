import { invalidParameter, missingParameter } from '../errors.ts'
import type { FaultRule } from './faults.ts'
import type { WebhookFault } from './webhook-faults.ts'

/** A text field of a JSON body; refused where it is missing. */
export function readText(body: unknown, name: string): string {
  const value = field(body, name)
  if (typeof value === 'string' && value !== '') return value
  throw missingParameter(name)
}

export function readTexts(body: unknown, name: string): string[] | undefined {
  const value = field(body, name)
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value
  throw invalidParameter(name, `Invalid array: ${name}`)
}

export function readFaultRule(body: unknown): FaultRule {
  const method = optionalText(body, 'method')
  const target = {
    path: readText(body, 'path'),
    ...(method === undefined ? {} : { method }),
    times: readNumber(body, 'times', 1),
    skip: readNumber(body, 'skip', 0),
  }
  const when = optionalText(body, 'when') === 'after' ? 'after' : 'before'
  const action = readText(body, 'action')
  switch (action) {
    case 'fail': {
      const code = optionalText(body, 'code')
      return {
        ...target,
        action,
        status: readNumber(body, 'status', 500),
        ...(code === undefined ? {} : { code }),
      }
    }
    case 'failAfter':
      return { ...target, action, replay: optionalText(body, 'replay') === 'error' ? 'error' : 'answer' }
    case 'delay':
      return { ...target, action, ms: readNumber(body, 'ms', 1000), when }
    case 'kill':
      return { ...target, action, when }
    case 'drop':
    case 'processing':
      return { ...target, action }
    default:
      throw invalidParameter('action', 'Unknown action: fail, failAfter, drop, delay, kill or processing.')
  }
}

export function readWebhookFault(body: unknown): WebhookFault {
  const action = readText(body, 'action')
  const types = readTexts(body, 'types')
  const common = { ...(types === undefined ? {} : { types }), times: readNumber(body, 'times', 1) }
  switch (action) {
    case 'repeat':
      return { ...common, action, copies: readNumber(body, 'copies', 1) }
    case 'stale':
    case 'future':
      return { ...common, action, seconds: readNumber(body, 'seconds', 3600) }
    case 'forge':
    case 'drop':
      return { ...common, action }
    default:
      throw invalidParameter(
        'action',
        'Unknown action: hold, release, reorder, resend, repeat, forge, stale, future or drop.',
      )
  }
}

function optionalText(body: unknown, name: string): string | undefined {
  return field(body, name) === undefined ? undefined : readText(body, name)
}

function readNumber(body: unknown, name: string, fallback: number): number {
  const value = field(body, name)
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw invalidParameter(name, `Invalid number: ${name}`)
}

function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}
