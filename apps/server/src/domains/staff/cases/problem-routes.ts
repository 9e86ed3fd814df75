import {
  decidedProblemSchema,
  decideProblemSchema,
  detailSchema,
  fieldErrorsSchema,
  formatAmount,
  idField,
  listOf,
  needsSchema,
  type StaffProblem,
  staffProblemQuerySchema,
  staffProblemSchema,
  waitsForSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { listProblems, type ProblemRow } from '../../requests/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { decideProblem } from '../pending/decide-problem.ts'

const refusals = { 403: needsSchema, 404: detailSchema }
const params = z.object({ id: idField })

function decisionOf(problem: ProblemRow): StaffProblem['decision'] {
  const { settledAt, settledBy, backPence, decisionReason: reason } = problem
  if (!settledAt) return undefined
  const decision = settledBy ? 'by_staff' : 'by_record'
  return { decision, back: formatAmount(backPence), reason, at: settledAt.toISOString() }
}

/** The calls with a reported problem, for staff who decide about money. */
export function problemRoutes(deps: StaffDeps): Routes {
  return app => {
    app.get(
      '/api/staff/problems/',
      {
        config: { policy: 'staff', staff: ['finance'] },
        schema: {
          tags: ['staff'],
          querystring: staffProblemQuerySchema,
          response: { 200: listOf(staffProblemSchema), 400: fieldErrorsSchema, ...refusals },
        },
      },
      async request => {
        const { state, ...page } = request.query
        const { id: staffId } = personOf(request)
        const { rows, ...place } = await listProblems(deps.db, { state, page, readerId: staffId })
        await recordAction(deps.db, {
          ...{ staffId, act: 'look_problems', now: deps.clock.now() },
          after: shownOn({
            people: rows.flatMap(({ problem, buyerId, influencerId }) => [
              ...[problem.reporterId, buyerId, influencerId],
            ]),
            requests: rows.map(({ problem }) => problem.requestId),
          }),
        })
        const results = rows.map(({ problem, slug, reporter }) => ({
          ...{ id: problem.id, version: problem.version, kind: problem.kind, text: problem.text, reporter },
          ...{ request_id: problem.requestId, request_slug: slug, at: problem.createdAt.toISOString() },
          decision: decisionOf(problem),
        }))
        return pageOf(request, { ...place, results })
      },
    )
    app.post(
      '/api/staff/problems/:id/decide/',
      {
        config: { policy: 'staff', staff: ['finance'] },
        schema: {
          ...{ tags: ['staff'], params, body: decideProblemSchema },
          response: {
            ...{ 200: decidedProblemSchema, 202: waitsForSchema },
            ...{ 400: fieldErrorsSchema, 409: detailSchema, ...refusals },
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const input = { staff: personOf(request), id, act: request.body, pendingId: null }
        if ((await decideProblem(deps, input)) === 'waits')
          return reply.code(202).send({ waits_for: 'second_person' })
        return { id, back: formatAmount(request.body.back) }
      },
    )
  }
}
