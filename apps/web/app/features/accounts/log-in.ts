import type { Login, LoginTokens, SecondFactorRequired } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { AuthStore } from '../../api/auth-store.ts'
import type { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { secondFactorOf } from '../../api/second-factor-of.ts'

export interface LogInDeps {
  api: Pick<ApiClient, 'post'>
  auth: Pick<AuthStore, 'logIn'>
  alerts: { error(text: string): void; message(text: string): void }
}

/** A login that no password opens, such as the one of a suspended account. */
export interface ClosedLogin {
  closed: string
}

/**
 * Logs in and says so, or answers which second factor is needed; after a failure says so, with the reason unless it is
 * the password. Of a suspended account it answers the reason, which the page keeps.
 */
export async function logIn(
  deps: LogInDeps,
  form: Login,
): Promise<'in' | 'refused' | 'failed' | ClosedLogin | SecondFactorRequired> {
  try {
    await deps.auth.logIn(await deps.api.post<LoginTokens>('/api/auth/jwt/create/', form))
    deps.alerts.message(messages.loggedIn)
    return 'in'
  } catch (error) {
    const factor = secondFactorOf(error)
    if (factor) return factor
    // The account is closed to its owner: to try again does not help, and the reason says what does.
    if (error instanceof ApiError && error.status === 403) return { closed: error.message }
    deps.alerts.error(messages.loginFailed)
    if (error instanceof ApiError && error.status === 401) return 'refused'
    if (error instanceof Error) deps.alerts.error(error.message)
    return 'failed'
  }
}
