import {
  KEEPSAKE_PICTURE_WITHIN_MS,
  KEEPSAKE_REQUEST_VALID_MS,
  KEEPSAKE_REQUESTS_MAX,
} from '@parley/contract'
import type { KeepsakeRow } from './keepsake-store.ts'

type Stands = Pick<KeepsakeRow, 'state' | 'askedBy' | 'askedAt' | 'asks' | 'agreedAt'>

/** Whether a request for a keepsake still waits for its answer. */
export const isRequested = ({ state, askedAt }: Pick<Stands, 'state' | 'askedAt'>, now: Date): boolean =>
  state === 'asked' && now.getTime() - askedAt.getTime() < KEEPSAKE_REQUEST_VALID_MS

/**
 * The effect of asking: a new request, consent to the other's request, nothing if it is done or over, or a refusal.
 * Attack: to ask again and again until the other gives in.
 */
export function effectOfRequest(
  keepsake: Stands | null,
  { personId, now }: { personId: string; now: Date },
): 'ask' | 'agree' | 'nothing' | 'too_often' {
  if (!keepsake) return 'ask'
  if (isRequested(keepsake, now)) return keepsake.askedBy === personId ? 'nothing' : 'agree'
  // Both consented and no photo came: a new request is allowed.
  const isStale = keepsake.state === 'agreed' && !mayDraw(keepsake, now)
  if (keepsake.state !== 'asked' && keepsake.state !== 'refused' && !isStale) return 'nothing'
  return keepsake.asks >= KEEPSAKE_REQUESTS_MAX ? 'too_often' : 'ask'
}

/** Whether the photo may be uploaded: both consented a moment ago. */
export const mayDraw = ({ state, agreedAt }: Pick<Stands, 'state' | 'agreedAt'>, now: Date): boolean =>
  state === 'agreed' && agreedAt !== null && now.getTime() - agreedAt.getTime() < KEEPSAKE_PICTURE_WITHIN_MS
