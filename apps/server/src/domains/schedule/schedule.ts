import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import type { ScheduleDeps } from './deps.ts'
import { scheduleRoutes } from './routes.ts'
import { availabilityOf, deleteAvailability } from './store.ts'

/** The schedule domain: the slots that influencers offer. */
export const createSchedule = (deps: ScheduleDeps): Domain =>
  domainOf({
    routes: [scheduleRoutes(deps)],
    personal: personalDataOf({
      exported: async userId => ({ availability: await availabilityOf(deps.db, userId) }),
      erase: deleteAvailability,
    }),
  })
