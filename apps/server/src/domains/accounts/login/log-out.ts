import type { AccountsDeps } from '../deps.ts'
import { findRefreshToken, revokeLogin } from './login-store.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Ends the login of a refresh token, used or not; a token that is not ours changes nothing. */
export async function logOut(deps: AccountsDeps, input: { refresh: string }): Promise<void> {
  const id = readRefreshToken(deps.secrets.refreshToken.all(), input.refresh)
  const token = id ? await findRefreshToken(deps.db, id) : null
  if (token) {
    await revokeLogin(deps.db, { loginId: token.loginId, reason: 'logged_out', now: deps.clock.now() })
  }
}
