import {
  detailSchema,
  fieldErrorsSchema,
  loginRefusedSchema,
  loginSchema,
  refreshSchema,
  tokenPairSchema,
  wsTicketAnswerSchema,
  wsTicketSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { sourceOf } from '../guessing/source-of.ts'
import { deviceName } from './device-name.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
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
          response: { 200: tokenPairSchema, ...answers, 401: loginRefusedSchema },
        },
      },
      async (request, reply) => {
        const { userId, tokens } = await logIn(deps, {
          ...request.body,
          device: deviceName(request.headers['user-agent']),
          source: sourceOf(request.ip),
          knownDevice: id => deps.devices.find(request, id),
        })
        deps.devices.remember({ request, reply }, userId)
        return tokens
      },
    )
    app.post(
      '/api/auth/jwt/refresh/',
      {
        config: { policy: 'anyone' },
        schema: { tags: ['auth'], body: refreshSchema, response: { 200: tokenPairSchema, ...answers } },
      },
      request => refreshTokens(deps, request.body),
    )
    app.post(
      '/api/auth/jwt/logout/',
      {
        config: { policy: 'anyone' },
        schema: { tags: ['auth'], body: refreshSchema, response: { 200: z.object({}), ...answers } },
      },
      async request => {
        await logOut(deps, request.body)
        return {}
      },
    )
    app.post(
      '/api/ws-ticket/',
      {
        config: { policy: 'person', ...limitOf('ticket') },
        schema: { tags: ['auth'], body: wsTicketSchema, response: { 200: wsTicketAnswerSchema, ...answers } },
      },
      request => issueWsTicket(deps, { person: personOf(request), path: request.body.path }),
    )
  }
}
