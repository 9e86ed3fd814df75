import { createHmac } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

const TOKEN_BYTES = 16

/**
 * The token of a link that a repeated request must get again, although the database has only its digest: the same text
 * makes the same token in every process, and nobody without the server's keys can compute it. One token for each key
 * that is valid, the first of them for a new link.
 */
export function linkTokens(keys: KeyRing): (text: string) => string[] {
  return text =>
    keys.all().map(key => {
      const digest = createHmac('sha256', key).update(`link:${text}`).digest()
      return digest.subarray(0, TOKEN_BYTES).toString('base64url')
    })
}
