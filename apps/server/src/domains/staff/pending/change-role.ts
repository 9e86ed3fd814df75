import { type ChangeRole, messages } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { lockUser } from '../../accounts/public.ts'
import { lastSuspension, versionOf } from '../../safety/public.ts'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { applyRole, rolesOf } from '../roles/staff-roles.ts'
import type { OfTwo } from './give-back.ts'
import { type Outcome, requestOrExecute } from './second-person.ts'

/** Grants or revokes a role: two admins do it together, and neither can change their own. */
export async function changeRole(deps: StaffDeps, input: OfTwo<ChangeRole>): Promise<Outcome> {
  const { staff, id, act, pendingId } = input
  const { role, change, reason, version } = act
  if (id === staff.id) throw refuse.forbidden(messages.ownCase)
  return withTransaction(deps.db, async tx => {
    // The person's lock: a removal of their last second factor sees the role, or comes before it.
    if (!(await lockUser(tx, id))) throw refuse.notFound('There is no such person')
    if (versionOf(await lastSuspension(tx, id)) !== version) throw refuse.conflict(messages.staleCase)
    const before = await rolesOf(tx, id)
    if (before.includes(role) === (change === 'grant')) throw refuse.conflict(messages.staleCase)
    const now = deps.clock.now()
    const shared = { about: { kind: 'person', id } as const, personId: id, reason, staffId: staff.id, now }
    const kind = change === 'grant' ? 'grant_role' : 'revoke_role'
    const ofTwo = { ...shared, kind, requestId: null, amountPence: null, role, version, pendingId } as const
    if ((await requestOrExecute(tx, ofTwo)) === 'waits') return 'waits'
    await applyRole(tx, { userId: id, role, change, now })
    await recordAction(tx, {
      ...{ ...shared, act: kind, before: { roles: before } },
      after: { roles: await rolesOf(tx, id), role },
    })
    return 'done'
  })
}
