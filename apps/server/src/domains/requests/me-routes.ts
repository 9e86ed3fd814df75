import { listOf, ownRequestsQuerySchema, sessionRequestSchema } from '@parley/contract'
import type { App } from '../../http/app-type.ts'
import { pageOf } from '../../http/pages.ts'
import { personOf } from '../../http/policy.ts'
import type { RequestsDeps } from './deps.ts'
import { listRequests } from './lists/list-requests.ts'
import { presentRequests } from './present-request.ts'

/** One's own requests over all influencers. */
export function ownRequestRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.get(
      '/api/user/me/requests/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['user'],
          querystring: ownRequestsQuerySchema,
          response: { 200: listOf(sessionRequestSchema) },
        },
      },
      async request => {
        const viewerId = personOf(request).id
        const { booked } = request.query
        const filter = booked ? { bookedBy: viewerId, are: booked } : { memberId: viewerId }
        const found = await listRequests(deps.db, filter, request.query)
        const results = await presentRequests(deps, deps.db, { requests: found.rows, viewerId })
        return pageOf(request, { ...found, results })
      },
    )
  }
}
