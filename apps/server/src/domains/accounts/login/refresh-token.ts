import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** The token of a row: computed from its id, so that it need not be stored. */
export function refreshTokenOf(key: KeyObject, id: string): string {
  return `${id}.${signatureOf(key, id).toString('base64url')}`
}

/** The row's id of a token that we made, else null. */
export function readRefreshToken(keys: readonly KeyObject[], token: string): string | null {
  const [, id, signature] = TOKEN.exec(token) ?? []
  if (!id || !signature) return null
  const given = Buffer.from(signature, 'base64url')
  return keys.some(key => timingSafeEqual(given, signatureOf(key, id))) ? id : null
}

function signatureOf(key: KeyObject, id: string): Buffer {
  return createHmac('sha256', key).update(`refresh:${id}`).digest()
}
