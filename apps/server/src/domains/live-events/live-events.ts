import { type Domain, domainOf } from '../../core/domain.ts'
import { shareOf } from '../../core/topic.ts'
import { eachOf } from '../../db/each-of.ts'
import { ACCOUNT_TOPICS } from '../accounts/public.ts'
import { applyDueEvents } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { endEventsOfSuspended, endEventsOfTooYoung } from './end-of-suspended.ts'
import { eventPersonalData } from './personal-data.ts'
import { liveEventRoutes } from './routes.ts'

/** The live-events domain: an influencer's broadcasts. */
export function createLiveEvents(deps: LiveEventsDeps): Domain {
  return domainOf({
    routes: [liveEventRoutes(deps)],
    work: [
      shareOf(ACCOUNT_TOPICS.tooYoung, 'live-events', ({ userId }) => endEventsOfTooYoung(deps, userId)),
    ],
    async due() {
      let checked = 0
      // A failure of one does not stop the other.
      await eachOf([endEventsOfSuspended, applyDueEvents], async apply => {
        checked += await apply(deps)
      })
      return checked
    },
    personal: eventPersonalData(deps),
  })
}
