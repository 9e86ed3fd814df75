import type { Core } from '../../core/core.ts'
import { type Domain, domainOf } from '../../core/domain.ts'
import { staffRoutes } from './roles/staff-routes.ts'

/** The staff domain: who may do what at the desk, and the record of it. */
export function createStaff(deps: Core): Domain {
  return domainOf({ routes: [staffRoutes(deps)] })
}
