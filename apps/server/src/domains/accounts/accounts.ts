import { type Domain, domainOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { ageRoutes } from './age/age-routes.ts'
import { carryOverRoutes } from './carry-over/carry-over-routes.ts'
import type { AccountsDeps } from './deps.ts'
import { emailChangeRoutes } from './email-change/email-change-routes.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { lossRoutes } from './factors/loss-routes.ts'
import { dueLosses } from './factors/loss-store.ts'
import { removeLostFactors } from './factors/lost-factors.ts'
import { loginRoutes } from './login/login-routes.ts'
import { ownAccountRoutes } from './own-account/own-account-routes.ts'
import { removeExpired } from './own-account/remove-expired.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { passwordResetRoutes } from './passwords/password-reset-routes.ts'
import { ACCOUNT_TOPICS, sendPasswordReset } from './passwords/request-password-reset.ts'
import { stepUpRoutes } from './proof/step-up-routes.ts'
import { accountRoutes } from './routes.ts'
import { socialLoginRoutes } from './social-login/social-login-routes.ts'

/** The accounts domain: people, their logins and their settings. */
export function createAccounts(deps: AccountsDeps, limitOf: LimitOf): Domain {
  const routes = [
    loginRoutes,
    stepUpRoutes,
    factorRoutes,
    lossRoutes,
    ageRoutes,
    passkeyRoutes,
    accountRoutes,
    emailChangeRoutes,
    ownAccountRoutes,
    passwordResetRoutes,
    socialLoginRoutes,
    carryOverRoutes,
  ]
  return domainOf({
    routes: routes.map(each => each(deps, limitOf)),
    work: [workOf(ACCOUNT_TOPICS.passwordReset, request => sendPasswordReset(deps, request))],
    timeRules: [{ due: dueLosses, apply: () => removeLostFactors(deps) }],
    cleanUp: async () => void (await removeExpired(deps)),
  })
}
