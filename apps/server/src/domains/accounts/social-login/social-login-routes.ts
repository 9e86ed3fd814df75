import {
  loginRefusedSchema,
  SOCIAL_LOGIN_TTL_MS,
  SOCIAL_NETWORKS,
  type SocialLogins,
  socialExchangeSchema,
  socialLoginsSchema,
  socialTokensSchema,
} from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { deviceName } from '../login/device-name.ts'
import { answerLogin } from '../login/login-cookie.ts'
import { exchangeSocialCode } from './exchange-social-code.ts'
import { finishSocialLogin } from './finish-social-login.ts'
import { startSocialLogin } from './start-social-login.ts'

const COOKIE = 'social_login'
const PATH = '/api/user/social-login'
const networkParams = z.object({ network: z.enum(SOCIAL_NETWORKS) })

/**
 * Login by another network. Tokens are never in an address: the callback ends with a code that only this browser can
 * exchange.
 */
export function socialLoginRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'anyone' as const, ...limitOf('login') }
  const cookie = cookieOf(deps.publicOrigin)
  return app => {
    app.post(
      `${PATH}/`,
      { config: { policy: 'anyone' }, schema: { tags: ['auth'], response: { 200: socialLoginsSchema } } },
      () => loginUrls(deps),
    )
    app.get(
      `${PATH}/:network/start/`,
      {
        config: { ...config, leadsTo: 'The login page of the network' },
        schema: {
          tags: ['auth'],
          params: networkParams,
          querystring: z.object({ next: z.optional(z.string().check(z.maxLength(2000))) }),
        },
      },
      async (request, reply) => {
        const { network } = request.params
        const { url, browserKey } = await startSocialLogin(deps, { network, next: request.query.next })
        return reply.header('set-cookie', cookie(browserKey)).redirect(url)
      },
    )
    app.get(
      `${PATH}/:network/callback/`,
      {
        config: { ...config, leadsTo: 'The page of this site that ends the login' },
        schema: { tags: ['auth'], params: networkParams },
      },
      async (request, reply) => {
        const ending = await finishSocialLogin(deps, {
          network: request.params.network,
          query: request.url.split('?')[1] ?? '',
          browserKey: browserKeyOf(request),
        })
        return reply.redirect(`${deps.publicOrigin}/social-login?${new URLSearchParams(ending)}`)
      },
    )
    app.post(
      `${PATH}/exchange/`,
      {
        config,
        schema: {
          tags: ['auth'],
          body: socialExchangeSchema,
          response: { 200: socialTokensSchema, 401: loginRefusedSchema },
        },
      },
      async (request, reply) => {
        const { password_removed, ...login } = await exchangeSocialCode(deps, {
          code: request.body.code,
          browserKey: browserKeyOf(request),
          device: deviceName(request.headers['user-agent']),
        })
        return { ...(await answerLogin(deps, { request, reply }, login)), password_removed }
      },
    )
  }
}

/**
 * Our own address for each network with credentials: state and PKCE are made when somebody goes there, not for each
 * look.
 */
function loginUrls(deps: AccountsDeps): SocialLogins {
  const urls = SOCIAL_NETWORKS.map(network => [
    `${network}_login_url`,
    deps.socialNetworks[network] ? `${deps.publicOrigin}${PATH}/${network}/start/` : null,
  ])
  return Object.fromEntries(urls) as SocialLogins
}

function cookieOf(publicOrigin: string): (browserKey: string) => string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  const maxAge = SOCIAL_LOGIN_TTL_MS / 1000
  return key => `${COOKIE}=${key}; Path=${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

function browserKeyOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1]
}
