import {
  detailSchema,
  emailLinkAnswerSchema,
  factorLossAnswerSchema,
  factorLossSchema,
  factorLossStopSchema,
  fieldErrorsSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { loseFactors, stopLoss, stopLossByLink } from './lost-factors.ts'

/** Recovery after the loss of every second factor, and the ways to cancel it. */
export function lossRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'anyone' as const, ...limitOf('login') }
  return app => {
    app.post(
      '/api/auth/second-factor/lost/',
      {
        config,
        schema: {
          tags: ['auth'],
          body: factorLossSchema,
          response: { 202: factorLossAnswerSchema, 400: fieldErrorsSchema, 401: detailSchema },
        },
      },
      async (request, reply) => reply.code(202).send(await loseFactors(deps, request.body.ticket)),
    )
    app.post(
      '/api/auth/second-factor/lost/stop/',
      {
        config,
        schema: {
          tags: ['auth'],
          body: factorLossStopSchema,
          response: { 200: emailLinkAnswerSchema, 400: fieldErrorsSchema },
        },
      },
      request => stopLossByLink(deps, request.body.token),
    )
    app.delete(
      '/api/user/me/factor-loss/',
      {
        config: { policy: 'self' },
        schema: { tags: ['user'], response: { 200: z.object({}), 404: detailSchema } },
      },
      async request => {
        await stopLoss(deps, personOf(request))
        return {}
      },
    )
  }
}
