import { eachOf } from '../../db/each-of.ts'
import { isReported } from '../safety/public.ts'
import { changeRequest } from './change-request.ts'
import type { RequestsDeps } from './deps.ts'
import { standingOf } from './places/follow-event.ts'
import { applyPlaceRules } from './places/place-rules.ts'
import { isConfirmed, isOpen } from './request.ts'
import { askAboutHold } from './slots/ask-about-hold.ts'
import { listDue, type RequestRow } from './store.ts'
import { applyTimeRules } from './time-rules.ts'

const BATCH = 50
/** How soon it is seen that the desk has decided about a sale. */
const LOOK_AT_CASE_AGAIN_MS = 15 * 60_000

/** Applies every rule of time that is due; returns how many requests were looked at. */
export async function applyDue(deps: RequestsDeps): Promise<number> {
  let seen = 0
  for (;;) {
    const due = await listDue(deps.db, deps.clock.now(), BATCH)
    await eachOf(due, async requestId => {
      await askAboutHold(deps, requestId)
      await applyDueTo(deps, requestId)
    })
    seen += due.length
    if (due.length < BATCH) return seen
  }
}

async function applyDueTo(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'time',
    actorId: null,
    decide: async (row, tx, now) => {
      if (isPaidPlace(row)) return applyPlaceRules(row, await standingOf(tx, row.liveEventId), now)
      const attendance = await deps.callTime.attendance(tx, requestId)
      const decided = applyTimeRules(row, { attendance, now, releaseAfterMs: deps.releaseAfterMs }) ?? recheck
      const waits = 'release' in decided && decided.release === 'yes' && (await isReported(tx, row.id))
      return waits ? { ...recheck, recheckAt: new Date(now.getTime() + LOOK_AT_CASE_AGAIN_MS) } : decided
    },
  })
}

/** Until it is over, a paid place goes by its event's time and not by its own. */
function isPaidPlace(row: RequestRow): boolean {
  return row.requestType === 'broadcast' && isOpen(row) && isConfirmed(row)
}

/** Writes the next moment anew where a rule turned out not to be due yet. */
const recheck = { patch: {}, refund: null, cancelIntent: 'no', release: 'no' } as const
