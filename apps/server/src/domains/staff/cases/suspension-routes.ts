import {
  decideAppealSchema,
  detailSchema,
  fieldErrorsSchema,
  idField,
  listOf,
  needsSchema,
  staffActSchema,
  staffAppealQuerySchema,
  staffAppealSchema,
  suspendSchema,
  waitsForSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { StaffDeps } from '../deps.ts'
import { decideAppealCase, restore, showAppeals, suspend } from './suspension-acts.ts'

const tags = ['staff']
const params = z.object({ id: idField })
const refusals = { 403: needsSchema, 404: detailSchema }
const acted = { 204: z.null(), 400: fieldErrorsSchema, 409: detailSchema, ...refusals }
const config = { policy: 'staff', staff: ['moderator'] } as const

/** Suspending people, lifting it, and their appeals. */
export function suspensionRoutes(deps: StaffDeps): Routes {
  return app => {
    app.post(
      '/api/staff/people/:id/suspend/',
      { config, schema: { tags, params, body: suspendSchema, response: acted } },
      async (request, reply) => {
        await suspend(deps, { staff: personOf(request), id: request.params.id, act: request.body })
        return reply.code(204).send(null)
      },
    )
    app.post(
      '/api/staff/people/:id/restore/',
      {
        config,
        schema: { tags, params, body: staffActSchema, response: { 202: waitsForSchema, ...acted } },
      },
      async (request, reply) => {
        const input = { staff: personOf(request), id: request.params.id, act: request.body, pendingId: null }
        if ((await restore(deps, input)) === 'waits')
          return reply.code(202).send({ waits_for: 'second_person' })
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/api/staff/appeals/',
      {
        config,
        schema: {
          ...{ tags, querystring: staffAppealQuerySchema },
          response: { 200: listOf(staffAppealSchema), 400: fieldErrorsSchema, ...refusals },
        },
      },
      async request => {
        const { state, ...page } = request.query
        return pageOf(request, await showAppeals(deps, { staff: personOf(request), state, page }))
      },
    )
    app.post(
      '/api/staff/appeals/:id/decide/',
      {
        config,
        schema: { tags, params, body: decideAppealSchema, response: { 202: waitsForSchema, ...acted } },
      },
      async (request, reply) => {
        const input = { staff: personOf(request), id: request.params.id, act: request.body }
        if ((await decideAppealCase(deps, input)) === 'waits')
          return reply.code(202).send({ waits_for: 'second_person' })
        return reply.code(204).send(null)
      },
    )
  }
}
