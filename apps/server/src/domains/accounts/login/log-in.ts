import { type Login, messages, type TokenPair } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { beginOrRequireFactor, tokensOf } from '../factors/begin-or-require-factor.ts'
import { findUserByEmail, holdPasswordHash } from '../store.ts'

export interface LoginTry extends Login {
  device: string
  /** Where it comes from, see `source-of.ts`. */
  source: string
  /** The id of this browser for the person with this id, null where they never logged in. */
  knownDevice(userId: string): string | null
}

/**
 * Tokens for an email and its password, if no second factor is required; a wrong email and a wrong password get the
 * same refusal after the same time.
 */
export async function logIn(
  deps: AccountsDeps,
  input: LoginTry,
): Promise<{ userId: string; tokens: TokenPair }> {
  const { email, source } = input
  const user = await findUserByEmail(deps.db, email)
  const succeed = await deps.passwordTries.begin({
    email,
    source,
    device: user && input.knownDevice(user.id),
  })
  const mayLogIn = user !== null && !(user.isDemo && deps.demoLogins === 'refused')
  const hash = mayLogIn ? user.passwordHash : null
  const isRight = await deps.passwords.matches(input.password, hash)
  if (!isRight || hash === null || user === null) throw refuse.unauthenticated(messages.loginFailed)
  const begun = await withTransaction(deps.db, async tx => {
    // Attack: a login with the old password that began before a password change and ends after it.
    const isStill = await holdPasswordHash(tx, { userId: user.id, hash })
    if (!isStill) throw refuse.unauthenticated(messages.loginFailed)
    return beginOrRequireFactor(deps, tx, { userId: user.id, device: input.device })
  })
  await succeed()
  return { userId: user.id, tokens: tokensOf(begun) }
}
