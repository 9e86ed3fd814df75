import {
  carriedOverSchema,
  carryOverAnswerSchema,
  carryOverExchangeSchema,
  carryOverSchema,
  detailSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { deviceName } from '../login/device-name.ts'
import { answerLogin, refreshCookie } from '../login/login-cookie.ts'
import { makeCarryOver, useCarryOver } from './carry-over.ts'

/** A login carried over to another browser. Only a POST uses the code: previews of a link fetch and do not post. */
export function carryOverRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  return app => {
    app.post(
      '/api/user/me/carry-over/',
      {
        config: { policy: 'self', ...limitOf('login') },
        schema: {
          tags: ['auth'],
          body: carryOverSchema,
          response: { 201: carryOverAnswerSchema, 401: detailSchema, 403: detailSchema },
        },
      },
      async (request, reply) => {
        const { path, refresh = refreshCookie(deps, request) } = request.body
        const made = await makeCarryOver(deps, { person: personOf(request), path, refresh })
        return reply.code(201).send(made)
      },
    )
    app.post(
      '/api/user/carry-over/exchange/',
      {
        config: { policy: 'anyone', ...limitOf('login') },
        schema: {
          tags: ['auth'],
          body: carryOverExchangeSchema,
          response: { 200: carriedOverSchema, 401: detailSchema },
        },
      },
      async (request, reply) => {
        const device = deviceName(request.headers['user-agent'])
        const { username, ...login } = await useCarryOver(deps, { ...request.body, device })
        return { ...(await answerLogin(deps, { request, reply }, login)), username }
      },
    )
  }
}
