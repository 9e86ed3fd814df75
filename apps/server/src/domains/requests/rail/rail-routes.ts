import {
  detailSchema,
  listOf,
  moneyRailSchema,
  ownPaymentSchema,
  requestPageQuerySchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../core/refusal.ts'
import type { App } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { RequestsDeps } from '../deps.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import { listOwnPayments } from './own-payments.ts'
import { railFor, readRail } from './show-rail.ts'

function readerOf({ buyerId, influencerId }: RequestRow, personId: string) {
  if (personId === buyerId) return 'buyer'
  return personId === influencerId ? 'influencer' : null
}

/** Where the money of a sale is, for its two parties; the attendee of a gift does not see it. */
export function railRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.get(
      '/api/parley/:slug/money/',
      {
        config: { policy: 'party' },
        schema: {
          params: z.object({ slug: z.string() }),
          response: { 200: moneyRailSchema, 404: detailSchema },
        },
      },
      async request => {
        const found = await findRequestBySlug(deps.db, request.params.slug)
        const reader = found && readerOf(found.row, personOf(request).id)
        // Attack: probing slugs. Only its parties learn that a sale exists.
        if (!found || !reader) throw refuse.notFound('There is no such request')
        return railFor(await readRail(deps, deps.db, found.row), reader)
      },
    )
    app.get(
      '/api/user/me/payments/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['user'],
          querystring: requestPageQuerySchema,
          response: { 200: listOf(ownPaymentSchema) },
        },
      },
      async request => {
        const found = await listOwnPayments(deps.db, { payerId: personOf(request).id, page: request.query })
        return pageOf(request, found)
      },
    )
  }
}
