import {
  decideReportSchema,
  detailSchema,
  fieldErrorsSchema,
  idField,
  listOf,
  needsSchema,
  requestPageQuerySchema,
  staffCaseSchema,
  staffFoundSchema,
  staffReportQuerySchema,
  staffReportSchema,
  staffRequestSchema,
  staffSearchSchema,
  staffStandingSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { StaffDeps } from '../deps.ts'
import { decideCase, listCases, showCase } from './report-cases.ts'
import { searchDesk, showRequest } from './search.ts'
import { showStanding } from './suspension-acts.ts'

const tags = ['staff']
const refusals = { 403: needsSchema, 404: detailSchema }
const params = z.object({ id: idField })
const ALL_READERS = ['support', 'moderator', 'finance'] as const

/** The cases of the desk, and its search. */
export function caseRoutes(deps: StaffDeps): Routes {
  return app => {
    app.get(
      '/api/staff/reports/',
      {
        config: { policy: 'staff', staff: ['moderator'] },
        schema: {
          tags,
          querystring: z.extend(requestPageQuerySchema, staffReportQuerySchema.shape),
          response: { 200: listOf(staffReportSchema), ...refusals },
        },
      },
      async request => {
        const { state, ...page } = request.query
        return pageOf(request, await listCases(deps, { staff: personOf(request), state, page }))
      },
    )
    app.get(
      '/api/staff/reports/:id/',
      {
        config: { policy: 'staff', staff: ['moderator'] },
        schema: { tags, params, response: { 200: staffCaseSchema, ...refusals } },
      },
      request => showCase(deps, { staff: personOf(request), id: request.params.id }),
    )
    app.post(
      '/api/staff/reports/:id/decide/',
      {
        config: { policy: 'staff', staff: ['moderator'] },
        schema: {
          ...{ tags, params, body: decideReportSchema },
          response: { 204: z.null(), 400: fieldErrorsSchema, 409: detailSchema, ...refusals },
        },
      },
      async (request, reply) => {
        await decideCase(deps, { staff: personOf(request), id: request.params.id, act: request.body })
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/api/staff/people/',
      {
        config: { policy: 'staff', staff: ALL_READERS },
        schema: {
          ...{ tags, querystring: staffSearchSchema },
          response: { 200: staffFoundSchema, 400: fieldErrorsSchema, ...refusals },
        },
      },
      request => searchDesk(deps, { staff: personOf(request), q: request.query.q }),
    )
    app.get(
      '/api/staff/people/:id/',
      {
        config: { policy: 'staff', staff: ALL_READERS },
        schema: { tags, params, response: { 200: staffStandingSchema, ...refusals } },
      },
      request => showStanding(deps, { staff: personOf(request), id: request.params.id }),
    )
    app.get(
      '/api/staff/requests/:id/',
      {
        config: { policy: 'staff', staff: ALL_READERS },
        schema: { tags, params, response: { 200: staffRequestSchema, ...refusals } },
      },
      request => showRequest(deps, { staff: personOf(request), id: request.params.id }),
    )
  }
}
