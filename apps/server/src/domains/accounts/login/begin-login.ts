import { REFRESH_TOKEN_TTL_SECONDS, type TokenPair } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { refuseSuspended } from '../suspended.ts'
import { signAccessToken } from './access-token.ts'
import { insertLogin, insertRefreshToken } from './login-store.ts'
import { refreshTokenOf } from './refresh-token.ts'

type LoginDeps = Pick<AccountsDeps, 'secrets' | 'clock' | 'publicOrigin'>

export interface NewLogin {
  userId: string
  /** What the person knows the device by, see `device-name.ts`. */
  device: string
  /** When it ends at the latest; null if use prolongs it. */
  endsAt?: Date
}

/** Begins a login of a person who proved who they are; the tokens are good once the transaction commits. */
export async function beginLogin(
  deps: LoginDeps,
  tx: Tx,
  { userId, device, endsAt }: NewLogin,
): Promise<TokenPair> {
  await refuseSuspended(tx, userId)
  const now = deps.clock.now()
  const loginId = newId()
  const tokenId = newId()
  await insertLogin(tx, { id: loginId, userId, device, endsAt: endsAt ?? null, now })
  await insertRefreshToken(tx, { id: tokenId, loginId, createdAt: now, expiresAt: refreshEnd(now, endsAt) })
  return tokenPair(deps, { userId, loginId, tokenId })
}

/** When a refresh token made now ends: never after its login. */
export function refreshEnd(now: Date, loginEndsAt: Date | null = null): Date {
  const endMs = now.getTime() + REFRESH_TOKEN_TTL_SECONDS * 1000
  return new Date(Math.min(endMs, loginEndsAt?.getTime() ?? endMs))
}

/** The two tokens of a login whose newest refresh token has this id. */
export async function tokenPair(
  deps: LoginDeps,
  login: { userId: string; loginId: string; tokenId: string },
): Promise<TokenPair> {
  const tokens = { keys: deps.secrets.accessToken, publicOrigin: deps.publicOrigin }
  return {
    access: await signAccessToken(tokens, login, deps.clock.now()),
    refresh: refreshTokenOf(deps.secrets.refreshToken.signing().key, login.tokenId),
  }
}
