import {
  detailSchema,
  fieldErrorsSchema,
  keepsCookie,
  loginRefusedSchema,
  loginSchema,
  loginTokensSchema,
  messages,
  type Refresh,
  refreshSchema,
  wsTicketAnswerSchema,
  wsTicketSchema,
} from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../../core/refusal.ts'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { sourceOf } from '../guessing/source-of.ts'
import { deviceName } from './device-name.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { answerLogin, answerTokens, clearLoginCookie, refreshCookie } from './login-cookie.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { issueWsTicket } from './ws-tickets.ts'

/** Logging in, staying logged in, logging out, and opening sockets. */
export function loginRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const answers = { 400: fieldErrorsSchema, 401: detailSchema }
  return app => {
    app.post(
      '/api/auth/jwt/create/',
      {
        // The tries of passwords are counted by themselves, see `guessing/password-tries.ts`.
        config: { policy: 'anyone' },
        schema: {
          tags: ['auth'],
          body: loginSchema,
          response: { 200: loginTokensSchema, ...answers, 401: loginRefusedSchema },
        },
      },
      async (request, reply) => {
        const login = await logIn(deps, {
          ...request.body,
          device: deviceName(request.headers['user-agent']),
          source: sourceOf(request.ip),
          knownDevice: id => deps.devices.find(request, id),
        })
        return answerLogin(deps, { request, reply }, login)
      },
    )
    app.post(
      '/api/auth/jwt/refresh/',
      {
        config: { policy: 'anyone' },
        schema: { tags: ['auth'], body: refreshSchema, response: { 200: loginTokensSchema, ...answers } },
      },
      async (request, reply) => {
        const refresh = refreshTokenIn(deps, request)
        if (!refresh) throw refuse.unauthenticated()
        const keptIn = keepsCookie(request.headers) ? 'cookie' : 'json'
        return answerTokens(deps, { request, reply }, await refreshTokens(deps, { refresh, keptIn }))
      },
    )
    app.post(
      '/api/auth/jwt/logout/',
      {
        config: { policy: 'anyone' },
        schema: { tags: ['auth'], body: refreshSchema, response: { 200: z.object({}), ...answers } },
      },
      async (request, reply) => {
        const refresh = refreshTokenIn(deps, request)
        if (refresh) await logOut(deps, { refresh })
        clearLoginCookie(deps, { request, reply })
        return {}
      },
    )
    app.post(
      '/api/ws-ticket/',
      {
        // An influencer who signed up with an offer must give the birth date before the first call.
        config: {
          policy: 'person',
          age: ({ person }) => person?.isInfluencer === true,
          ...limitOf('ticket'),
        },
        schema: { tags: ['auth'], body: wsTicketSchema, response: { 200: wsTicketAnswerSchema, ...answers } },
      },
      request => issueWsTicket(deps, { person: personOf(request), path: request.body.path }),
    )
  }
}

/**
 * The refresh token of an API call: the one in its body, which a page sends once for a login of an earlier version,
 * else its cookie's.
 */
function refreshTokenIn(deps: AccountsDeps, request: FastifyRequest<{ Body: Refresh }>): string | null {
  const named = request.body?.refresh
  if (named === undefined && !keepsCookie(request.headers))
    throw refuse.fields({ refresh: [messages.refreshRequired] })
  return named ?? refreshCookie(deps, request)
}
