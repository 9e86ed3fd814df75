import { type Domain, domainOf } from '../../core/domain.ts'
import type { ScheduleDeps } from './deps.ts'
import { scheduleRoutes } from './routes.ts'

/** The schedule domain: the slots that influencers offer. */
export const createSchedule = (deps: ScheduleDeps): Domain => domainOf({ routes: [scheduleRoutes(deps)] })
