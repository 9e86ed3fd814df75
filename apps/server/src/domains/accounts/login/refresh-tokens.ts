import { REFRESH_REPLAY_WINDOW_MS, type TokenPair } from '@parley/contract'
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
 * Tokens for a refresh token, which is then used up. Asked again within 10 s the lost answer is given again; any
 * other second use ends the login (attack: a stolen token; thief and owner cannot be told apart).
 */
export async function refreshTokens(deps: AccountsDeps, input: { refresh: string }): Promise<TokenPair> {
  const id = readRefreshToken(deps.secrets.refreshToken.all(), input.refresh)
  if (!id) throw refused()
  return (await useOnce(deps, id)) ?? (await answerAgain(deps, id))
}

async function useOnce(deps: AccountsDeps, id: string): Promise<TokenPair | null> {
  const now = deps.clock.now()
  const successorId = newId()
  return withTransaction(deps.db, async tx => {
    const used = await useRefreshToken(tx, { id, successorId, now })
    if (!used) return null
    const userId = await touchLogin(tx, used.loginId, now)
    if (!userId) throw refused()
    const { loginId } = used
    await insertRefreshToken(tx, { id: successorId, loginId, createdAt: now, expiresAt: refreshEnd(now) })
    return tokenPair(deps, { userId, loginId, tokenId: successorId })
  })
}

async function answerAgain(deps: AccountsDeps, id: string): Promise<TokenPair> {
  const now = deps.clock.now()
  const token = await findRefreshToken(deps.db, id)
  if (!token?.usedAt || !token.successorId) throw refused()
  const { loginId, successorId } = token
  const successor = await findRefreshToken(deps.db, successorId)
  const isLostAnswer =
    now.getTime() - token.usedAt.getTime() <= REFRESH_REPLAY_WINDOW_MS && successor && !successor.usedAt
  if (!isLostAnswer) {
    await revokeLogin(deps.db, { loginId, reason: 'refresh_token_reused', now })
    deps.log.warn({ loginId }, 'a used refresh token came back: its login is revoked')
    throw refused()
  }
  const userId = await withTransaction(deps.db, tx => touchLogin(tx, loginId, now))
  if (!userId) throw refused()
  return tokenPair(deps, { userId, loginId, tokenId: successorId })
}
