import { ACCESS_TOKEN_TTL_SECONDS, PRODUCT } from '@parley/contract'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from '../keys/key-ring.ts'

/** What an access token says: whose it is, and by which login. */
export interface AccessClaims {
  userId: string
  loginId: string
}

/** Who signs, and with what. */
export interface AccessTokens {
  keys: KeyRing
  publicOrigin: string
}

const ALGORITHM = 'HS256'
const TOKEN_MAX_CHARACTERS = 2000

/** A signed access token that lasts ten minutes from `now`. */
export function signAccessToken(tokens: AccessTokens, claims: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const { kid, key } = tokens.keys.signing()
  return new SignJWT({ user_id: claims.userId, lid: claims.loginId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setIssuer(tokens.publicOrigin)
    .setAudience(PRODUCT)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_TTL_SECONDS)
    .sign(key)
}

/** The content of a valid token of ours, else null. The algorithm is fixed (attack: `alg: none`). */
export async function readAccessToken(
  tokens: AccessTokens,
  token: string,
  now: Date,
): Promise<AccessClaims | null> {
  if (token.length > TOKEN_MAX_CHARACTERS) return null
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = kid === undefined ? null : tokens.keys.find(kid)
    if (!key) return null
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: tokens.publicOrigin,
      audience: PRODUCT,
      currentDate: now,
      requiredClaims: ['exp'],
    })
    if (typeof payload.user_id !== 'string' || typeof payload.lid !== 'string') return null
    return { userId: payload.user_id, loginId: payload.lid }
  } catch (error) {
    // The header is parsed before any check, and a forged one may be no JSON.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}
