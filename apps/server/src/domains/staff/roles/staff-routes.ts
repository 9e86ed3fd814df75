import {
  detailSchema,
  listOf,
  needsSchema,
  STAFF_FOUND_MAX,
  staffActionQuerySchema,
  staffActionSchema,
  staffMeSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { listActions } from '../actions/list-actions.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import { findMeant } from '../cases/people-lines.ts'
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
          querystring: staffActionQuerySchema,
          response: { 200: listOf(staffActionSchema), ...refusals },
        },
      },
      async request => {
        const { q, ...page } = request.query
        const people = q === undefined ? null : await findMeant(deps.db, q, STAFF_FOUND_MAX)
        const personIds = people?.map(({ id }) => id) ?? null
        const { id: readerId } = personOf(request)
        const { named, ...listed } = await listActions(deps.db, { page, personIds, readerId })
        await recordAction(deps.db, {
          ...{ staffId: readerId, act: 'look_actions', now: deps.clock.now() },
          after: shownOn({ people: [...(personIds ?? []), ...named.people], requests: named.requests }),
        })
        return pageOf(request, listed)
      },
    )
  }
}
