import type { OwnUser } from '@parley/contract'
import type { Config } from '../config.ts'
import { type TopicWork, workOf } from '../core/topic.ts'
import type { Db } from '../db/client.ts'
import { carryOverRoutes } from '../domains/accounts/carry-over/carry-over-routes.ts'
import { emailChangeRoutes } from '../domains/accounts/email-change/email-change-routes.ts'
import { loginRoutes } from '../domains/accounts/login/login-routes.ts'
import { ownAccountRoutes } from '../domains/accounts/own-account/own-account-routes.ts'
import { passwordResetRoutes } from '../domains/accounts/passwords/password-reset-routes.ts'
import { stepUpRoutes } from '../domains/accounts/proof/step-up-routes.ts'
import {
  ACCOUNT_TOPICS,
  type AccountsDeps,
  createPasswords,
  findWrapping,
  knownDevices,
  loadServerSecrets,
  passwordTries,
  type ServerSecrets,
  sendPasswordReset,
} from '../domains/accounts/public.ts'
import { accountRoutes } from '../domains/accounts/routes.ts'
import { ownUser as ownUserFrom } from '../domains/accounts/show-user.ts'
import { socialLoginRoutes } from '../domains/accounts/social-login/social-login-routes.ts'
import { findUserById } from '../domains/accounts/store.ts'
import type { Routes } from '../http/app-type.ts'
import { type HitCounts, type LimitOf, limitFactor } from '../http/rate-limits.ts'

/** The signing keys, unwrapped by what the configuration names. */
export const openSecrets = async (db: Db, config: Config): Promise<ServerSecrets> =>
  loadServerSecrets(db, await findWrapping(config))

interface GuessingParts {
  config: Pick<Config, 'production'>
  hitCounts: HitCounts
  secrets: ServerSecrets
  publicOrigin: string
}

/** What stands between passwords and those who guess them. */
export function guessing({ config, hitCounts, secrets, publicOrigin }: GuessingParts) {
  return {
    passwords: createPasswords(),
    passwordTries: passwordTries(hitCounts, limitFactor(config.production)),
    devices: knownDevices({ keys: secrets.device, publicOrigin }),
  }
}

/** Every call of the accounts domain. */
export function accountRoutesOf(accounts: AccountsDeps, limitOf: LimitOf): Routes[] {
  return [
    loginRoutes,
    stepUpRoutes,
    accountRoutes,
    emailChangeRoutes,
    ownAccountRoutes,
    passwordResetRoutes,
    socialLoginRoutes,
    carryOverRoutes,
  ].map(routes => routes(accounts, limitOf))
}

/** A person as their own settings show them, cards included. */
export async function ownUser(accounts: AccountsDeps, userId: string): Promise<OwnUser> {
  const user = await findUserById(accounts.db, userId)
  if (!user) throw new Error('a logged-in person has an account')
  return ownUserFrom(accounts, user)
}

/** The work that accounts leave in the outbox. */
export function accountWork(accounts: AccountsDeps): TopicWork[] {
  return [workOf(ACCOUNT_TOPICS.passwordReset, asked => sendPasswordReset(accounts, asked))]
}
