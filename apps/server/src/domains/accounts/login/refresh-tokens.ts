import { COOKIE_ROTATED_AFTER_MS, REFRESH_REPLAY_WINDOW_MS, type TokenPair } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { refreshEnd, tokenPair } from './begin-login.ts'
import {
  findRefreshToken,
  insertRefreshToken,
  revokeLogin,
  touchLogin,
  useRefreshToken,
} from './login-store.ts'
import { readRefreshToken } from './refresh-token.ts'

const refused = () => refuse.unauthenticated('Please log in again')

/**
 * Tokens for a refresh token, which is then used up. Any second use ends the login (attack: a stolen token; thief and
 * owner look alike). A page calls this each time it opens, and several tabs share one cookie: its cookie's token stays
 * the same for a minute, and a repeat by cookie within 10 s gets the same answer, because the first may have been lost.
 */
export async function refreshTokens(
  deps: AccountsDeps,
  input: { refresh: string; keptIn: 'cookie' | 'json' },
): Promise<TokenPair> {
  const id = readRefreshToken(deps.secrets.refreshToken.all(), input.refresh)
  if (!id) throw refused()
  const same = input.keptIn === 'cookie' ? await answerSame(deps, id) : null
  if (same) return same
  return (await useOnce(deps, id)) ?? (await answerAgain(deps, { id, keptIn: input.keptIn }))
}

async function useOnce(deps: AccountsDeps, id: string): Promise<TokenPair | null> {
  const now = deps.clock.now()
  const successorId = newId()
  return withTransaction(deps.db, async tx => {
    const used = await useRefreshToken(tx, { id, successorId, now })
    if (!used) return null
    const login = await touchLogin(tx, used.loginId, now)
    if (!login) throw refused()
    const { loginId } = used
    const expiresAt = refreshEnd(now, login.endsAt)
    await insertRefreshToken(tx, { id: successorId, loginId, createdAt: now, expiresAt })
    return tokenPair(deps, { userId: login.userId, loginId, tokenId: successorId })
  })
}

/** A new access token beside a refresh token that is young and unused; null for all others. */
async function answerSame(deps: AccountsDeps, id: string): Promise<TokenPair | null> {
  const now = deps.clock.now()
  const token = await findRefreshToken(deps.db, id)
  if (!token || token.usedAt || token.expiresAt <= now) return null
  if (now.getTime() - token.createdAt.getTime() >= COOKIE_ROTATED_AFTER_MS) return null
  const { loginId } = token
  return withTransaction(deps.db, async tx => {
    const login = await touchLogin(tx, loginId, now)
    // Another tab may have used it up while this one waited for the login: as a cookie it would look stolen.
    if (!login || (await findRefreshToken(tx, id))?.usedAt) return null
    return tokenPair(deps, { userId: login.userId, loginId, tokenId: id })
  })
}

async function answerAgain(
  deps: AccountsDeps,
  { id, keptIn }: { id: string; keptIn: 'cookie' | 'json' },
): Promise<TokenPair> {
  const now = deps.clock.now()
  const token = await findRefreshToken(deps.db, id)
  if (!token?.usedAt || !token.successorId) throw refused()
  const { loginId, successorId } = token
  const successor = await findRefreshToken(deps.db, successorId)
  const isLostAnswer =
    keptIn === 'cookie' &&
    now.getTime() - token.usedAt.getTime() <= REFRESH_REPLAY_WINDOW_MS &&
    successor &&
    !successor.usedAt
  if (!isLostAnswer) {
    await revokeLogin(deps.db, { loginId, reason: 'refresh_token_reused', now })
    deps.log.warn({ loginId }, 'a used refresh token came back: its login is revoked')
    throw refused()
  }
  const login = await withTransaction(deps.db, tx => touchLogin(tx, loginId, now))
  if (!login) throw refused()
  return tokenPair(deps, { userId: login.userId, loginId, tokenId: successorId })
}
