import { newId } from '../../../core/ids.ts'
import type { Attendance } from '../calls/call-time.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { isTurn } from '../places/follow-event.ts'
import { endByRule, isOpen } from '../request.ts'
import { insertProblem, problemsOf } from './problem-store.ts'

/** A call whose last live second is more recent than this counts as running. */
const STILL_ON_WITHIN_MS = 60_000

/**
 * Ends a running call that one of its two people reported, or a turn of a line: nobody can join again, and no press
 * decides about the money. The sale waits as a problem of conduct until staff settle it. Returns whether there was such
 * a call. Attacks: an influencer who left early reports hours later, so that unserved time is not refunded by itself; a
 * fan who is called reports instead of coming, so that the rule for absent fans does not decide.
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
      if (!isOpen(row) || !row.begunAt) return null
      // At an event that is watched no two people meet.
      if (row.requestType === 'broadcast' && !(await isTurn(tx, row))) return null
      if (!people.includes(reporterId) || (await problemsOf(tx, [row.id])).length > 0) return null
      if (!isStillOn(row.begunAt, await deps.callTime.attendance(tx, row.id), now)) return null
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

function isStillOn(begunAt: Date, { isLive, together }: Attendance, now: Date): boolean {
  const lastLiveMs = Math.max(begunAt.getTime(), ...together.map(({ untilMs }) => untilMs))
  return isLive || now.getTime() - lastLiveMs <= STILL_ON_WITHIN_MS
}
