import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import type { ProfilesDeps } from './deps.ts'
import { IMAGE_REPLACED } from './edit-profile.ts'
import { eraseProfile } from './erase-profile.ts'
import { createHiddenImages } from './hidden-images.ts'
import { imageRoutes } from './image-routes.ts'
import { exportProfile } from './influencer.ts'
import { removeAbandonedImages } from './remove-abandoned-images.ts'
import { removeReplacedImage } from './remove-replaced-image.ts'
import { publishSaleTerms, SALE_TERMS_CHANGED } from './terms/sale-terms.ts'

/** The profiles domain: what an influencer offers, and the images. */
export function createProfiles(deps: ProfilesDeps, checks: Pick<Domain, 'checks'>['checks']): Domain {
  return domainOf({
    routes: [imageRoutes({ images: deps.images, isHidden: createHiddenImages(deps) })],
    work: [
      workOf(IMAGE_REPLACED, image => removeReplacedImage(deps, image)),
      workOf(SALE_TERMS_CHANGED, changed => publishSaleTerms(deps, changed)),
    ],
    checks,
    cleanUp: async () => void (await removeAbandonedImages(deps)),
    personal: personalDataOf({
      exported: async userId => ({ profile: await exportProfile(deps.db, userId) }),
      erase: (tx, userId) => eraseProfile(deps, tx, userId),
    }),
  })
}
