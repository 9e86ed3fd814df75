import { type Domain, domainOf } from '../../core/domain.ts'
import { applyDueEvents } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { endEventsOfSuspended } from './end-of-suspended.ts'
import { liveEventRoutes } from './routes.ts'

/** The live-events domain: an influencer's broadcasts. */
export function createLiveEvents(deps: LiveEventsDeps): Domain {
  return domainOf({
    routes: [liveEventRoutes(deps)],
    due: async () => (await endEventsOfSuspended(deps)) + (await applyDueEvents(deps)),
  })
}
