import { SOCIAL_NETWORKS, type SocialNetworkName } from '@parley/contract'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { sharedKey, socialCallbackUrl } from '../domains/accounts/public.ts'
import type { Routes } from '../http/app-type.ts'
import { createOpenIdSandbox } from '../providers/openid-sandbox/index.ts'
import type { SocialSettings } from '../providers/social-openid-client/index.ts'
import { sandboxRoutes } from './sandbox.ts'

export const OPENID_PREFIX = '/sandbox/openid'

const TITLES: Readonly<Record<SocialNetworkName, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
  snapchat: 'Snapchat',
}

interface SocialDeps {
  config: Config
  db: Db
  publicOrigin: string
  /** Where this process reaches itself. */
  localOrigin: string
  options: { socialNetworks?: SocialSettings['networks'] }
}

/**
 * The social logins: by the networks with credentials, and outside production by the sandbox's provider for the others;
 * `names` are the networks that work.
 */
export async function openSocialLogins(
  deps: SocialDeps,
): Promise<{ settings: SocialSettings; names: SocialNetworkName[]; routes: Routes[] }> {
  const { config, publicOrigin, localOrigin } = deps
  const { socialNetworks: networks } = deps.options
  const settings: SocialSettings = { credentials: config.social, ...(networks ? { networks } : {}) }
  if (config.production) {
    return { settings, names: SOCIAL_NETWORKS.filter(name => config.social[name]), routes: [] }
  }
  const issuer = `${publicOrigin}${OPENID_PREFIX}`
  const sandbox = createOpenIdSandbox({
    production: config.production,
    issuer,
    key: await sharedKey(deps.db, 'openid_sandbox'),
    networks: SOCIAL_NETWORKS.map(name => ({
      name,
      title: TITLES[name],
      callbackUrl: socialCallbackUrl({ publicOrigin }, name),
    })),
    // Tokens are judged by the machine's clock, whatever the application's says.
    now: () => new Date(),
  })
  const sandboxNetwork = {
    issuer,
    credentialsOf: sandbox.credentialsOf,
    reachedAt: (url: string) =>
      url.startsWith(publicOrigin) ? localOrigin + url.slice(publicOrigin.length) : url,
  }
  return {
    settings: { ...settings, sandboxNetwork },
    names: [...SOCIAL_NETWORKS],
    routes: [sandboxRoutes(sandbox.plugin, OPENID_PREFIX)],
  }
}
