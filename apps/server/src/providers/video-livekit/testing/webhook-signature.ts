import { createHash } from 'node:crypto'
import { AccessToken } from 'livekit-server-sdk'
import { LIVEKIT_KEYS } from './livekit-server.ts'

/** What LiveKit puts beside a webhook's body, with the tests' keys by default. */
export function webhookSignature(
  body: string,
  keys = LIVEKIT_KEYS as { apiKey: string; apiSecret: string },
): Promise<string> {
  const token = new AccessToken(keys.apiKey, keys.apiSecret, { ttl: 60 })
  token.sha256 = createHash('sha256').update(body).digest('base64')
  return token.toJwt()
}
