import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import { REQUEST_TOPICS } from '../requests/public.ts'
import { removeOldActions } from './actions/remove-old-actions.ts'
import { ageRoutes } from './cases/age-routes.ts'
import { caseRoutes } from './cases/case-routes.ts'
import { disputeRoutes } from './cases/dispute-routes.ts'
import { opinionRoutes } from './cases/opinion-routes.ts'
import { payoutRoutes } from './cases/payout-routes.ts'
import { problemRoutes } from './cases/problem-routes.ts'
import { caseReminder } from './cases/remind-staff.ts'
import { suspensionRoutes } from './cases/suspension-routes.ts'
import { warnOfFraud } from './cases/warn-of-fraud.ts'
import type { StaffDeps } from './deps.ts'
import { pendingRoutes } from './pending/pending-routes.ts'
import { eraseRoles, rolesOf } from './roles/staff-roles.ts'
import { staffRoutes } from './roles/staff-routes.ts'

/** The staff domain: who may do what at the desk, its cases, and the record of it. */
export function createStaff(deps: StaffDeps): Domain {
  const routes = [
    ...[staffRoutes, caseRoutes, suspensionRoutes],
    ...[opinionRoutes, ageRoutes, problemRoutes, pendingRoutes, disputeRoutes, payoutRoutes],
  ]
  return domainOf({
    routes: routes.map(each => each(deps)),
    work: [workOf(REQUEST_TOPICS.fraudWarned, warning => warnOfFraud(deps, warning))],
    timeRules: [{ due: null, apply: caseReminder(deps) }],
    cleanUp: () => removeOldActions(deps),
    personal: personalDataOf({
      exported: async userId => ({ staff_roles: await rolesOf(deps.db, userId) }),
      erase: eraseRoles,
    }),
  })
}
