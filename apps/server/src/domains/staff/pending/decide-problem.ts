import type { DecideProblem } from '@parley/contract'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import type { OfTwo } from './give-back.ts'
import { type Outcome, requestOrExecute } from './second-person.ts'

/** Settles a problem that was reported; above what one member of staff may give back alone, two do. */
export async function decideProblem(deps: StaffDeps, input: OfTwo<DecideProblem>): Promise<Outcome> {
  const { staff, id, act, pendingId } = input
  const { back: backPence, reason, version } = act
  return deps.settleProblem({
    ...{ id, actorId: staff.id, reason, backPence, version },
    async mayCarryOut(tx, { problem, request, needsSecond }) {
      const now = deps.clock.now()
      const about = { kind: 'problem', id } as const
      const shared = { about, personId: problem.reporterId, reason, staffId: staff.id, now }
      const pendingAct = { ...shared, kind: 'decide_problem', requestId: request.id, role: null } as const
      const ofTwo = { ...pendingAct, amountPence: backPence, version, pendingId }
      if (needsSecond && (await requestOrExecute(tx, ofTwo)) === 'waits') return 'waits'
      await recordAction(tx, {
        ...{ ...shared, act: 'decide_problem' },
        before: { state: problem.state },
        after: { state: 'settled', back: backPence },
      })
      return 'carry_out'
    },
  })
}
