import { type Domain, domainOf } from '../../core/domain.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import type { DiscoveryDeps } from './deps.ts'
import { profilePageRoutes } from './profile-page-routes.ts'
import { exploreRoutes } from './routes.ts'
import { shareImageRoutes } from './share-image-routes.ts'
import { createShareImages } from './share-images.ts'
import { siteMapRoutes } from './site-map-routes.ts'

/** The discovery domain: search and public pages. */
export function createDiscovery(deps: DiscoveryDeps, limitOf: LimitOf): Domain {
  return domainOf({
    routes: [
      profilePageRoutes(deps, limitOf),
      exploreRoutes(deps),
      siteMapRoutes(deps),
      shareImageRoutes(createShareImages(deps)),
    ],
  })
}
