import type { KeyObject } from 'node:crypto'
import { ACCESS_TOKEN_TTL_SECONDS } from '@parley/contract'
import { errors, jwtVerify, SignJWT } from 'jose'

/** What an access token says: whose it is, and by which login. */
export interface AccessClaims {
  userId: string
  loginId: string
}

const ALGORITHM = 'HS256'
const TOKEN_MAX_CHARACTERS = 2000

/** A signed access token that lasts ten minutes from `now`. */
export function signAccessToken(key: KeyObject, claims: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ user_id: claims.userId, lid: claims.loginId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_TTL_SECONDS)
    .sign(key)
}

/** What a token says if it is ours and lasts still, else null. The algorithm is fixed (attack: `alg: none`). */
export async function readAccessToken(
  key: KeyObject,
  token: string,
  now: Date,
): Promise<AccessClaims | null> {
  if (token.length > TOKEN_MAX_CHARACTERS) return null
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      currentDate: now,
      requiredClaims: ['exp'],
    })
    if (typeof payload.user_id !== 'string' || typeof payload.lid !== 'string') return null
    return { userId: payload.user_id, loginId: payload.lid }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
