import { SOCIAL_LOGIN_TTL_MS, type SocialNetworkName, safeNextPath } from '@parley/contract'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import type { AccountsDeps } from '../deps.ts'
import { insertSocialLoginTry } from '../passwords/one-time-code-store.ts'

/** Where a network sends the browser back to. */
export const callbackUrlOf = (deps: Pick<AccountsDeps, 'publicOrigin'>, network: SocialNetworkName) =>
  `${deps.publicOrigin}/api/user/social-login/${network}/callback/`

/** Begins a login by a network: its page, and the key that ties all further steps to this browser. */
export async function startSocialLogin(
  deps: AccountsDeps,
  input: { network: SocialNetworkName; next: string | undefined },
): Promise<{ url: string; browserKey: string }> {
  const network = deps.socialNetworks[input.network]
  if (!network) throw refuse.notFound('There is no login by this network here')
  const checks = { state: newCode(), nonce: newCode(), verifier: newCode() }
  const browserKey = newCode()
  const url = await network.startUrl({ ...checks, callbackUrl: callbackUrlOf(deps, input.network) })
  await insertSocialLoginTry(deps.db, {
    id: digestOf(checks.state),
    network: input.network,
    browserId: digestOf(browserKey),
    verifier: checks.verifier,
    nonce: checks.nonce,
    next: safeNextPath(input.next),
    expiresAt: new Date(deps.clock.now().getTime() + SOCIAL_LOGIN_TTL_MS),
  })
  return { url, browserKey }
}
