import { detailSchema, fieldErrorsSchema, newReportAnswerSchema, newReportSchema } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { SafetyDeps } from '../deps.ts'
import { makeReport } from './make-report.ts'

/** Reporting somebody to the desk. */
export function reportRoutes(deps: SafetyDeps, limitOf: LimitOf): Routes {
  return app => {
    app.post(
      '/api/reports/',
      {
        config: { policy: 'person', ...limitOf('safety') },
        schema: {
          tags: ['safety'],
          body: newReportSchema,
          response: {
            201: newReportAnswerSchema,
            400: fieldErrorsSchema,
            404: detailSchema,
            409: detailSchema,
            429: detailSchema,
          },
        },
      },
      async (request, reply) => {
        const report = { ...request.body, uuid: request.body.uuid ?? newId() }
        const made = await makeReport(deps, { reporter: personOf(request), report })
        return reply.code(201).send(made)
      },
    )
  }
}
