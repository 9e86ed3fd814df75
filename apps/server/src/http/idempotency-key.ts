import { UUID_KEY_MAX } from '@parley/contract'

/** The caller's own key of a creation from the `Idempotency-Key` header; undefined where there is no usable one. */
export function idempotencyKey(headers: Record<string, unknown>): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= UUID_KEY_MAX ? key : undefined
}
