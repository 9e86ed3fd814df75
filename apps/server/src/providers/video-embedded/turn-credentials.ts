import { createHmac, randomUUID } from 'node:crypto'
import type { MediaIceServer } from '@parley/contract/media-signalling'

const LIFE_SECONDS = 6 * 3600

/** Credentials a TURN server with the same secret accepts for a while (draft-uberti-behave-turn-rest). */
export function turnServers(
  turn: { urls: string[]; secret: string } | undefined,
  nowMs: number,
): MediaIceServer[] {
  if (!turn) return []
  const username = `${Math.floor(nowMs / 1000) + LIFE_SECONDS}:${randomUUID()}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [{ urls: turn.urls, username, credential }]
}
