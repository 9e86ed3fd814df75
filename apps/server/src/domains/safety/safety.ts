import { type Domain, domainOf } from '../../core/domain.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { blockRoutes } from './blocks/block-routes.ts'
import type { SafetyDeps } from './deps.ts'
import { safetyPersonalData } from './personal-data.ts'
import { removeOldCases } from './remove-old-cases.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { appealRoutes } from './suspensions/appeal-routes.ts'
import { endDueSuspensions } from './suspensions/end-suspensions.ts'
import { dueSuspensions } from './suspensions/suspension-store.ts'

/** The safety domain: blocks, reports and suspensions. */
export function createSafety(deps: SafetyDeps, limitOf: LimitOf): Domain {
  return domainOf({
    routes: [blockRoutes(deps, limitOf), reportRoutes(deps, limitOf), appealRoutes(deps, limitOf)],
    timeRules: [{ due: dueSuspensions, apply: () => endDueSuspensions(deps) }],
    cleanUp: () => removeOldCases(deps),
    personal: safetyPersonalData(deps),
  })
}
