import {
  detailSchema,
  fieldErrorsSchema,
  giveBackSchema,
  idField,
  problemAnswerSchema,
  problemSchema,
  sessionRequestSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { RequestsDeps } from '../deps.ts'
import { giveBack } from '../money/give-back.ts'
import { presentOne } from '../present-request.ts'
import { reportProblem } from './report-problem.ts'

const refusals = { 400: fieldErrorsSchema, 404: detailSchema, 409: detailSchema }

/** Problems with calls, and the voluntary refunds of influencers. */
export function problemRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.post(
      '/api/parley/:slug/problem/',
      {
        config: { policy: 'party' },
        schema: {
          params: z.object({ slug: z.string() }),
          body: problemSchema,
          response: { 201: problemAnswerSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const report = { ...request.body, slug: request.params.slug, reporterId: personOf(request).id }
        return reply.code(201).send(await reportProblem(deps, report))
      },
    )
    app.post(
      '/api/influencer/requests/:id/give-back/',
      {
        config: { policy: 'party' },
        schema: {
          params: z.object({ id: idField }),
          body: giveBackSchema,
          response: { 200: sessionRequestSchema, ...refusals },
        },
      },
      async request => {
        const { id } = request.params
        const { amount: amountPence, uuid } = request.body
        const actorId = personOf(request).id
        await giveBack(deps, { requestId: id, actorId, amountPence, uuid })
        return presentOne(deps, id, actorId)
      },
    )
  }
}
