import { fieldErrorsSchema, newAppealSchema } from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import { makeAppeal } from './appeal.ts'
import type { SuspensionDeps } from './suspend-person.ts'

/** The appeal of a suspended person, who cannot log in: the mailed link says who they are. */
export function appealRoutes(deps: SuspensionDeps, limitOf: LimitOf): Routes {
  return app => {
    app.post(
      '/api/appeals/',
      {
        config: { policy: 'anyone', ...limitOf('login') },
        schema: {
          tags: ['safety'],
          body: newAppealSchema,
          response: { 204: z.null(), 400: fieldErrorsSchema },
        },
      },
      async (request, reply) => {
        await makeAppeal(deps, request.body)
        return reply.code(204).send(null)
      },
    )
  }
}
