import {
  detailSchema,
  disputeStatementSchema,
  fieldErrorsSchema,
  formatAmount,
  listOf,
  type OwnDispute,
  ownDisputeQuerySchema,
  ownDisputeSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { invariant } from '../../../core/invariant.ts'
import type { App } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { RequestsDeps } from '../deps.ts'
import { sectionsForInfluencer } from './pack-words.ts'
import { progressOf, statementOf } from './show-pack.ts'
import { findOwnDispute, listOwnDisputes, type OwnDisputeRow } from './statement-store.ts'
import { writeStatement, writesLeft } from './write-statement.ts'

/** An id at the provider. */
const params = z.object({ id: z.string().check(z.maxLength(255)) })
const tags = ['influencer']

function shownOf({ dispute, pack, statement, slug, description }: OwnDisputeRow, now: Date): OwnDispute {
  return {
    ...{ id: dispute.id, state: dispute.state, is_inquiry: dispute.isInquiry, reason: dispute.reason },
    ...{ amount: formatAmount(dispute.amountPence), at: dispute.openedAt.toISOString() },
    ...{ due_by: pack?.dueBy?.toISOString() ?? null, request_slug: slug, description },
    pack: pack && { sections: sectionsForInfluencer(pack.facts), ...progressOf(pack) },
    statement: statementOf(statement),
    writes_left: writesLeft({
      ...{ isOpen: dispute.state === 'open', pack, writes: statement?.writes ?? 0, now },
    }),
  }
}

/**
 * The disputes of a person's own sales, and their statements for the bank. Open to everyone who is logged in: a person
 * who accepted a prepaid link sells without being an influencer.
 */
export function ownDisputeRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.get(
      '/api/influencer/me/disputes/',
      {
        config: { policy: 'self' },
        schema: {
          ...{ tags, querystring: ownDisputeQuerySchema },
          response: { 200: listOf(ownDisputeSchema) },
        },
      },
      async request => {
        const { rows, ...place } = await listOwnDisputes(deps.db, {
          ...{ influencerId: personOf(request).id, page: request.query },
        })
        const now = deps.clock.now()
        return pageOf(request, { ...place, results: rows.map(row => shownOf(row, now)) })
      },
    )
    app.post(
      '/api/influencer/me/disputes/:id/statement/',
      {
        config: { policy: 'party' },
        schema: {
          ...{ tags, params, body: disputeStatementSchema },
          response: { 200: ownDisputeSchema, 400: fieldErrorsSchema, 404: detailSchema, 409: detailSchema },
        },
      },
      async request => {
        const [disputeId, authorId] = [request.params.id, personOf(request).id]
        await writeStatement(deps, { disputeId, authorId, text: request.body.text })
        const found = await findOwnDispute(deps.db, { disputeId, influencerId: authorId })
        invariant(found, 'a dispute is never deleted')
        return shownOf(found, deps.clock.now())
      },
    )
  }
}
