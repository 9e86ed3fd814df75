import { changeRequest } from './change-request.ts'
import type { RequestsDeps } from './deps.ts'
import { listDue } from './store.ts'
import { applyTimeRules } from './time-rules.ts'

const BATCH = 50

/** Applies every rule of time that is due; returns how many requests were looked at. */
export async function applyDue(deps: RequestsDeps): Promise<number> {
  let seen = 0
  for (;;) {
    const due = await listDue(deps.db, deps.clock.now(), BATCH)
    for (const requestId of due) await applyDueTo(deps, requestId)
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
      const attendance = await deps.callTime.attendance(tx, requestId)
      return applyTimeRules(row, { attendance, now, releaseAfterMs: deps.releaseAfterMs }) ?? lookAgain
    },
  })
}

/** Writes the next moment anew where a rule turned out not to be due yet. */
const lookAgain = { patch: {}, refund: null, cancelIntent: 'no', release: 'no' } as const
