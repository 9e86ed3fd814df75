import { type Domain, domainOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import type { ProfilesDeps } from './deps.ts'
import { PICTURE_REPLACED } from './edit-profile.ts'
import { createHiddenPictures } from './hidden-pictures.ts'
import { pictureRoutes } from './picture-routes.ts'
import { removeAbandonedPictures } from './remove-abandoned-pictures.ts'
import { removeReplacedPicture } from './remove-replaced-picture.ts'

/** The profiles domain: what an influencer offers, and the images. */
export function createProfiles(deps: ProfilesDeps, checks: Pick<Domain, 'checks'>['checks']): Domain {
  return domainOf({
    routes: [pictureRoutes({ pictures: deps.pictures, isHidden: createHiddenPictures(deps) })],
    work: [workOf(PICTURE_REPLACED, picture => removeReplacedPicture(deps, picture))],
    checks,
    cleanUp: async () => void (await removeAbandonedPictures(deps)),
  })
}
