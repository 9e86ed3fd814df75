import {
  detailSchema,
  fieldErrorsSchema,
  formatAmount,
  listOf,
  needsSchema,
  type StaffDispute,
  staffActSchema,
  staffDisputeQuerySchema,
  staffDisputeSchema,
  waitsForSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { listDisputes, packSections, progressOf, statementOf } from '../../requests/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { concedeAtDesk } from '../pending/concede-dispute.ts'

const tags = ['staff']
const refusals = { 403: needsSchema, 404: detailSchema }
const config = { policy: 'staff', staff: ['finance'] } as const
/** An id at the provider. */
const params = z.object({ id: z.string().check(z.maxLength(255)) })

type Found = Awaited<ReturnType<typeof listDisputes>>['rows'][number]

function shownOf({ dispute, pack, statement, slug }: Found): StaffDispute {
  return {
    ...{ id: dispute.id, version: pack?.version ?? 0, state: dispute.state, reason: dispute.reason },
    is_inquiry: dispute.isInquiry,
    ...{ amount: formatAmount(dispute.amountPence), at: dispute.openedAt.toISOString() },
    ...{ request_id: dispute.requestId, request_slug: slug },
    due_by: pack?.dueBy?.toISOString() ?? null,
    pack: pack && {
      ...{ sections: packSections(pack.facts), ...progressOf(pack) },
      statement: statementOf(statement),
    },
  }
}

/** The disputes of banks, with our answers. */
export function disputeRoutes(deps: StaffDeps): Routes {
  return app => {
    app.get(
      '/api/staff/disputes/',
      {
        config,
        schema: {
          ...{ tags, querystring: staffDisputeQuerySchema },
          response: { 200: listOf(staffDisputeSchema), ...refusals },
        },
      },
      async request => {
        const { state, ...page } = request.query
        const { id: readerId } = personOf(request)
        const { rows, ...place } = await listDisputes(deps.db, { page, state, readerId })
        await recordAction(deps.db, {
          ...{ staffId: readerId, act: 'look_disputes', now: deps.clock.now() },
          after: shownOn({
            people: rows.flatMap(({ buyerId, influencerId }) => [buyerId, influencerId]),
            requests: rows.map(({ dispute }) => dispute.requestId),
          }),
        })
        return pageOf(request, { ...place, results: rows.map(shownOf) })
      },
    )
    app.post(
      '/api/staff/disputes/:id/send/',
      {
        config,
        schema: {
          ...{ tags, params, body: staffActSchema },
          response: { 204: z.null(), 400: fieldErrorsSchema, 409: detailSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const { id: disputeId } = request.params
        const { reason, version } = request.body
        const staffId = personOf(request).id
        await deps.sendPackByStaff({
          ...{ disputeId, actorId: staffId, version },
          record: (tx, { request: { id, buyerId } }) =>
            recordAction(tx, {
              ...{ staffId, act: 'send_dispute_pack', personId: buyerId, reason, now: deps.clock.now() },
              ...{ about: { kind: 'request', id }, before: { version }, after: { dispute: disputeId } },
            }),
        })
        return reply.code(204).send(null)
      },
    )
    app.post(
      '/api/staff/disputes/:id/concede/',
      {
        config,
        schema: {
          ...{ tags, params, body: staffActSchema },
          response: {
            ...{ 202: waitsForSchema, 204: z.null() },
            ...{ 400: fieldErrorsSchema, 409: detailSchema, ...refusals },
          },
        },
      },
      async (request, reply) => {
        const disputeId = request.params.id
        const input = { staff: personOf(request), disputeId, act: request.body, pendingId: null }
        if ((await concedeAtDesk(deps, input)) === 'waits')
          return reply.code(202).send({ waits_for: 'second_person' })
        return reply.code(204).send(null)
      },
    )
  }
}
