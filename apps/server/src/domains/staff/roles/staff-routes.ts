import {
  detailSchema,
  listOf,
  needsSchema,
  requestPageQuerySchema,
  staffActionSchema,
  staffMeSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { listActions } from '../actions/list-actions.ts'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { staffStanding } from './staff-roles.ts'

/** What the caller may do as staff, and the staff audit. */
export function staffRoutes(deps: StaffDeps): Routes {
  const refusals = { 403: needsSchema, 404: detailSchema }
  return app => {
    app.get(
      '/api/staff/me/',
      {
        config: { policy: 'staff', staff: 'any' },
        schema: { tags: ['staff'], response: { 200: staffMeSchema, ...refusals } },
      },
      async request => {
        const { roles, steppedUp } = await staffStanding(deps, personOf(request))
        const age_check = {
          ...{ min_age: deps.minAge, method: deps.ageCheck.method },
          highly_effective: deps.ageCheck.isHighlyEffective,
        }
        return { roles, stepped_up: steppedUp, age_check }
      },
    )
    app.get(
      '/api/staff/actions/',
      {
        config: { policy: 'staff', staff: [] },
        schema: {
          tags: ['staff'],
          querystring: requestPageQuerySchema,
          response: { 200: listOf(staffActionSchema), ...refusals },
        },
      },
      async request => {
        const now = deps.clock.now()
        await recordAction(deps.db, { staffId: personOf(request).id, act: 'look_actions', now })
        return pageOf(request, await listActions(deps.db, request.query))
      },
    )
  }
}
