import { newId } from '../../../core/ids.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { endByRule, isOpen } from '../request.ts'
import { findProblemOf, insertProblem } from './problem-store.ts'

/**
 * Ends a begun call that one of its two people reported: nobody comes in again, and nobody gets the money by who pressed
 * what. The sale waits as a problem of conduct until the desk settles it. Answers whether there was such a call.
 */
export async function endReported(
  deps: RequestsDeps,
  { requestId, reporterId }: { requestId: string; reporterId: string },
): Promise<boolean> {
  let isEnded = false
  await changeRequest(deps, {
    requestId,
    action: 'end_and_report',
    actorId: reporterId,
    decide: async (row, tx, now) => {
      const people = [row.buyerId, row.influencerId, row.attendeeId]
      if (!isOpen(row) || !row.begunAt || row.requestType === 'broadcast') return null
      if (!people.includes(reporterId) || (await findProblemOf(tx, row.id))) return null
      isEnded = true
      const problem = { id: newId(), requestId, reporterId, kind: 'conduct', state: 'open' } as const
      await insertProblem(tx, { ...problem, text: null, createdAt: now })
      const ending = { state: 'completed', outcome: 'part_served', cause: 'reported', usedMs: 0 } as const
      const decided = endByRule(row, { ...ending, now })
      return { ...decided, patch: { ...decided.patch, problemOpen: true } }
    },
  })
  return isEnded
}
