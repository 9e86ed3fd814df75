import type { StaffGiveBack } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { type Outcome, requestOrExecute } from './second-person.ts'

export interface OfTwo<Act> {
  staff: Person
  id: string
  act: Act
  /** The act that waits and is confirmed by this, if any. */
  pendingId: string | null
}

/** Gives a part of a sale back to its buyer; above what one member of staff may give back alone, two do. */
export async function giveBackAtDesk(deps: StaffDeps, input: OfTwo<StaffGiveBack>): Promise<Outcome> {
  const { staff, id, act, pendingId } = input
  const { amount: amountPence, reason, version } = act
  const givingId = newId()
  return deps.giveBackByStaff({
    ...{ requestId: id, actorId: staff.id, amountPence, version, reason: `staff:${givingId}` },
    async mayCarryOut(tx, { request, needsSecond }) {
      const now = deps.clock.now()
      const about = { kind: 'request', id } as const
      const personId = request.buyerId
      const shared = { about, personId, reason, staffId: staff.id, now }
      const pendingAct = { ...shared, kind: 'give_back', requestId: id, amountPence, role: null } as const
      if (needsSecond && (await requestOrExecute(tx, { ...pendingAct, version, pendingId })) === 'waits')
        return 'waits'
      await recordAction(tx, {
        ...{ ...shared, act: 'give_back' },
        before: { refundedPence: request.refundedPence },
        after: { refundedPence: request.refundedPence + amountPence, amountPence },
      })
      return 'carry_out'
    },
  })
}
