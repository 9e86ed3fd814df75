import {
  changeRoleSchema,
  detailSchema,
  fieldErrorsSchema,
  idField,
  listOf,
  needsSchema,
  requestPageQuerySchema,
  staffActSchema,
  staffGiveBackSchema,
  staffPendingSchema,
  waitsForSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { StaffDeps } from '../deps.ts'
import { changeRole } from './change-role.ts'
import { giveBackAtDesk } from './give-back.ts'
import { confirmPending, refusePending, showPending } from './pending-acts.ts'

const tags = ['staff']
const params = z.object({ id: idField })
const refusals = { 403: needsSchema, 404: detailSchema }
const acted = { 204: z.null(), 400: fieldErrorsSchema, 409: detailSchema, ...refusals }
const ofTwo = { 202: waitsForSchema, ...acted }
const WAITS = { waits_for: 'second_person' } as const

/** Acts of money and roles that two members of staff make together, and what waits for the second of them. */
export function pendingRoutes(deps: StaffDeps): Routes {
  return app => {
    app.post(
      '/api/staff/requests/:id/give-back/',
      {
        config: { policy: 'staff', staff: ['finance'] },
        schema: { tags, params, body: staffGiveBackSchema, response: ofTwo },
      },
      async (request, reply) => {
        const input = { staff: personOf(request), id: request.params.id, act: request.body, pendingId: null }
        if ((await giveBackAtDesk(deps, input)) === 'waits') return reply.code(202).send(WAITS)
        return reply.code(204).send(null)
      },
    )
    app.post(
      '/api/staff/people/:id/roles/',
      {
        config: { policy: 'staff', staff: [] },
        schema: { tags, params, body: changeRoleSchema, response: ofTwo },
      },
      async (request, reply) => {
        const input = { staff: personOf(request), id: request.params.id, act: request.body, pendingId: null }
        if ((await changeRole(deps, input)) === 'waits') return reply.code(202).send(WAITS)
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/api/staff/pending/',
      {
        config: { policy: 'staff', staff: 'any' },
        schema: {
          ...{ tags, querystring: requestPageQuerySchema },
          response: { 200: listOf(staffPendingSchema), ...refusals },
        },
      },
      async request =>
        pageOf(request, await showPending(deps, { staff: personOf(request), page: request.query })),
    )
    for (const [word, decide] of [
      ['confirm', confirmPending],
      ['refuse', refusePending],
    ] as const) {
      app.post(
        `/api/staff/pending/:id/${word}/`,
        {
          config: { policy: 'staff', staff: 'any' },
          schema: { tags, params, body: staffActSchema, response: acted },
        },
        async (request, reply) => {
          await decide(deps, { staff: personOf(request), id: request.params.id, act: request.body })
          return reply.code(204).send(null)
        },
      )
    }
  }
}
