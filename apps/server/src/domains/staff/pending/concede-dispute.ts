import type { StaffAct } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { type Outcome, requestOrExecute } from './second-person.ts'

interface ConcedingAtDesk {
  staff: Person
  disputeId: string
  act: StaffAct
  /** The act that waits and is confirmed by this, if any. */
  pendingId: string | null
}

/** Accepts the loss of a dispute; above what one member of staff may give back alone, two do. */
export async function concedeAtDesk(deps: StaffDeps, input: ConcedingAtDesk): Promise<Outcome> {
  const { staff, disputeId, act, pendingId } = input
  const { reason, version } = act
  return deps.concedeByStaff({
    ...{ disputeId, actorId: staff.id, version },
    async mayCarryOut(tx, { request, takenPence, needsSecond }) {
      const now = deps.clock.now()
      const about = { kind: 'request', id: request.id } as const
      const shared = { about, personId: request.buyerId, reason, staffId: staff.id, now }
      const pendingAct = { ...shared, kind: 'concede_dispute', requestId: request.id, role: null } as const
      const ofTwo = { ...pendingAct, amountPence: takenPence, disputeId, version, pendingId }
      if (needsSecond && (await requestOrExecute(tx, ofTwo)) === 'waits') return 'waits'
      await recordAction(tx, {
        ...{ ...shared, act: 'concede_dispute' },
        before: { version, payment: request.paymentStatus },
        after: { dispute: disputeId, takenPence },
      })
      return 'carry_out'
    },
  })
}
