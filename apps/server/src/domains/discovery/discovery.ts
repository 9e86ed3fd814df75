import { type Domain, domainOf } from '../../core/domain.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import type { DiscoveryDeps } from './deps.ts'
import { profilePageRoutes } from './profile-page-routes.ts'
import { exploreRoutes } from './routes.ts'
import { sharePictureRoutes } from './share-picture-routes.ts'
import { createSharePictures } from './share-pictures.ts'
import { siteMapRoutes } from './site-map-routes.ts'

/** The discovery domain: search and public pages. */
export function createDiscovery(deps: DiscoveryDeps, limitOf: LimitOf): Domain {
  return domainOf({
    routes: [
      profilePageRoutes(deps, limitOf),
      exploreRoutes(deps),
      siteMapRoutes(deps),
      sharePictureRoutes(createSharePictures(deps)),
    ],
  })
}
