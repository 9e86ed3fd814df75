import { exploreCardSchema, exploreQuerySchema, fieldErrorsSchema, listOf } from '@parley/contract'
import type { Routes } from '../../http/app-type.ts'
import { pageOf } from '../../http/pages.ts'
import type { DiscoveryDeps } from './deps.ts'
import { createExplore } from './explore.ts'

/** The route that searches influencers and events. */
export function exploreRoutes(deps: DiscoveryDeps): Routes {
  const explore = createExplore(deps)
  return app => {
    app.get(
      '/api/explore/',
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['explore'],
          querystring: exploreQuerySchema,
          response: { 200: listOf(exploreCardSchema), 400: fieldErrorsSchema },
        },
      },
      async request => pageOf(request, await explore(request.query, request.person?.id ?? null)),
    )
  }
}
