import { type Domain, domainOf } from '../../core/domain.ts'
import { shareOf } from '../../core/topic.ts'
import { ACCOUNT_TOPICS } from '../accounts/public.ts'
import { unfinishedSuspensions } from '../safety/public.ts'
import { applyDueEvents } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { endEventsOfSuspended, endEventsOfTooYoung } from './end-of-suspended.ts'
import { eventPersonalData } from './personal-data.ts'
import { liveEventRoutes } from './routes.ts'
import { dueEvents } from './store.ts'

/** The live-events domain: an influencer's broadcasts. */
export function createLiveEvents(deps: LiveEventsDeps): Domain {
  return domainOf({
    routes: [liveEventRoutes(deps)],
    work: [
      shareOf(ACCOUNT_TOPICS.tooYoung, 'live-events', ({ userId }) => endEventsOfTooYoung(deps, userId)),
    ],
    timeRules: [
      { due: unfinishedSuspensions, apply: () => endEventsOfSuspended(deps) },
      { due: dueEvents, apply: () => applyDueEvents(deps) },
    ],
    personal: eventPersonalData(deps),
  })
}
