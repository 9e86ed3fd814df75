import { createHash } from 'node:crypto'
import {
  detailSchema,
  fieldErrorsSchema,
  type Login,
  loginSchema,
  refreshSchema,
  tokenPairSchema,
  wsTicketAnswerSchema,
  wsTicketSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import { type LimitOf, limitBy } from '../../http/rate-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { deviceName } from './device-name.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { issueWsTicket } from './ws-tickets.ts'

/** An account as the limits know it: who reads their counts learns no address. */
function digestOf({ email }: Login): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}

/** Logging in, staying logged in, logging out, and opening sockets. */
export function loginRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const answers = { 400: fieldErrorsSchema, 401: detailSchema }
  return app => {
    // Attack: the passwords of one account, tried from many addresses.
    const limitAccount = limitBy(app, limitOf('loginAccount'), digestOf)
    app.post(
      '/api/auth/jwt/create/',
      {
        config: { policy: 'anyone', ...limitOf('login') },
        schema: { tags: ['auth'], body: loginSchema, response: { 200: tokenPairSchema, ...answers } },
      },
      async request => {
        await limitAccount(request)
        return logIn(deps, { ...request.body, device: deviceName(request.headers['user-agent']) })
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
