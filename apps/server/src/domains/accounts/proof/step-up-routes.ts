import {
  detailSchema,
  fieldErrorsSchema,
  stepUpAnswerSchema,
  stepUpNeededSchema,
  stepUpSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { mailStepUpCode, stepUp } from './step-up.ts'

/** Step-up: a person proves their identity again. */
export function stepUpRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'self' as const, ...limitOf('login') }
  return app => {
    app.post(
      '/api/auth/step-up/',
      {
        config,
        schema: {
          tags: ['auth'],
          body: stepUpSchema,
          response: {
            200: stepUpAnswerSchema,
            400: fieldErrorsSchema,
            401: detailSchema,
            403: stepUpNeededSchema,
          },
        },
      },
      request => stepUp(deps, { person: personOf(request), proof: request.body }),
    )
    app.post(
      '/api/auth/step-up/code/',
      { config, schema: { tags: ['auth'], response: { 202: z.object({}), 401: detailSchema } } },
      async (request, reply) => {
        await mailStepUpCode(deps, personOf(request))
        return reply.code(202).send({})
      },
    )
  }
}
