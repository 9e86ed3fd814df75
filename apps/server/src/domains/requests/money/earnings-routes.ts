import { earningsSchema, entryPageQuerySchema } from '@parley/contract'
import type { App } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { RequestsDeps } from '../deps.ts'
import { showEarnings } from './earnings.ts'

/**
 * What a person earned. Open to everyone who is logged in: who accepted a prepaid link earns
 * without being an influencer.
 */
export function earningsRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.get(
      '/api/influencer/me/earnings/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['influencer'],
          querystring: entryPageQuerySchema,
          response: { 200: earningsSchema },
        },
      },
      async request => {
        const found = await showEarnings(deps, { userId: personOf(request).id, page: request.query })
        return { ...found.earnings, entries: pageOf(request, found) }
      },
    )
  }
}
