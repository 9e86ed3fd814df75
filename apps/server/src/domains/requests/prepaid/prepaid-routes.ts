import {
  idField,
  PREPAID_MONEY_BACK_RULE,
  prepaidLinkSchema,
  prepaidListSchema,
  refusedBookingSchema,
  requestPageQuerySchema,
  sessionRequestSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { newId } from '../../../core/ids.ts'
import type { App } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { RequestsDeps } from '../deps.ts'
import { listRequests } from '../lists/list-requests.ts'
import { presentOne, presentRequests } from '../present-request.ts'
import { claimPrepaid } from './claim-prepaid.ts'
import { createPrepaid } from './create-prepaid.ts'

/** Making, listing and accepting prepaid links. */
export function prepaidRoutes(deps: RequestsDeps & { limitOf: LimitOf }) {
  return (app: App): void => {
    app.post(
      '/api/parley/prepaid-link/',
      {
        config: { policy: 'person', age: true, ...deps.limitOf('payment') },
        schema: {
          body: prepaidLinkSchema,
          response: { 201: sessionRequestSchema, 409: refusedBookingSchema },
        },
      },
      async (request, reply) => {
        const buyerId = personOf(request).id
        const uuid = request.body.uuid ?? newId()
        const made = await createPrepaid(deps, { buyerId, link: request.body, uuid })
        return reply.code(201).send(await presentOne(deps, made.id, buyerId))
      },
    )
    app.get(
      '/api/parley/prepaid-link/',
      {
        config: { policy: 'person' },
        schema: { querystring: requestPageQuerySchema, response: { 200: prepaidListSchema } },
      },
      async request => {
        // Created and accepted alike: a performer without a profile has no other list of what they accepted.
        const viewerId = personOf(request).id
        const filter = { prepaidOf: viewerId }
        const found = await listRequests(deps.db, filter, request.query)
        const results = await presentRequests(deps, deps.db, { requests: found.rows, viewerId })
        const page = pageOf(request, { ...found, results })
        return { ...page, fee_percent: deps.feeBasisPoints / 100, money_back_rule: PREPAID_MONEY_BACK_RULE }
      },
    )
    app.post(
      '/api/parley/prepaid/:id/accept/',
      {
        config: { policy: 'person', age: true, ...deps.limitOf('payment') },
        schema: { params: z.object({ id: idField }), response: { 200: sessionRequestSchema } },
      },
      async request => {
        const claimantId = personOf(request).id
        const claimed = await claimPrepaid(deps, { requestId: request.params.id, claimantId })
        return presentOne(deps, claimed.id, claimantId)
      },
    )
  }
}
