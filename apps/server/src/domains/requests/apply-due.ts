import { Outage } from '../../core/outage.ts'
import { eachOf } from '../../db/each-of.ts'
import { disputedSince } from '../payments/public.ts'
import { isReported } from '../safety/public.ts'
import { changeRequest } from './change-request.ts'
import type { RequestsDeps } from './deps.ts'
import { checkHold, pollBankLater } from './money/apply-payment.ts'
import { standingOf } from './places/follow-event.ts'
import { applyPlaceRules } from './places/place-rules.ts'
import { isConfirmed, isOpen, isPayable } from './request.ts'
import { keptUntilMs } from './slots/slot-rules.ts'
import { listDue, type RequestRow } from './store.ts'
import { applyTimeRules } from './time-rules.ts'

const BATCH = 50
/** How soon the server checks again whether staff have decided about a sale. */
const RECHECK_CASE_AFTER_MS = 15 * 60_000
/** How soon a provider that did not answer is asked again about a slot that is held. */
const RETRY_AFTER_MS = 60_000

/**
 * `unknown`: the provider could not be asked whether a slot that is held was paid; `away`: nor can it be asked about
 * others just now.
 */
type Word = 'known' | 'unknown' | 'away'

/** Applies every rule of time that is due; returns how many requests were checked. */
export async function applyDue(deps: RequestsDeps): Promise<number> {
  let seen = 0
  // Everybody waits who has a rule of time: a provider that does not answer is asked once in a round.
  let word: Word = 'known'
  for (;;) {
    const due = await listDue(deps.db, deps.clock.now(), BATCH)
    await eachOf(due, async requestId => {
      if (word !== 'away') word = await wordAbout(deps, requestId)
      await applyDueTo(deps, requestId, word)
    })
    seen += due.length
    if (due.length < BATCH) return seen
  }
}

async function wordAbout(deps: RequestsDeps, requestId: string): Promise<Word> {
  try {
    await checkHold(deps, requestId)
    return 'known'
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    deps.log.warn({ requestId, err: error }, 'the provider could not be asked about a held slot')
    return error.mayRetry === 'yes' ? 'away' : 'unknown'
  }
}

async function applyDueTo(deps: RequestsDeps, requestId: string, word: Word): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'time',
    actorId: null,
    decide: async (row, tx, now) => {
      await pollBankLater(deps, tx, row)
      if (word !== 'known' && mayBePaid(row, now))
        return { ...recheck, recheckAt: new Date(now.getTime() + RETRY_AFTER_MS) }
      if (isPaidPlace(row)) return applyPlaceRules(row, await standingOf(tx, row.liveEventId), now)
      const attendance = await deps.callTime.attendance(tx, requestId)
      const disputedAt = row.paymentStatus === 'disputed' ? await disputedSince(tx, row.id) : null
      const facts = { attendance, now, releaseAfterMs: deps.releaseAfterMs, disputedAt }
      const decided = applyTimeRules(row, facts) ?? recheck
      const waits = 'release' in decided && decided.release === 'yes' && (await isReported(tx, row.id))
      return waits ? { ...recheck, recheckAt: new Date(now.getTime() + RECHECK_CASE_AFTER_MS) } : decided
    },
  })
}

/**
 * Whether a slot is kept for its buyer as long as nobody knows whether they paid in time: as while their bank thinks.
 */
const mayBePaid = (row: RequestRow, now: Date): boolean =>
  row.holdUntil !== null && isPayable(row) && now.getTime() < keptUntilMs(row)

/** Until the event is over, its time rules apply to a paid place, and not the place's own. */
function isPaidPlace(row: RequestRow): boolean {
  return row.requestType === 'broadcast' && isOpen(row) && isConfirmed(row)
}

/** Stores the next due time if a rule was not due yet. */
const recheck = { patch: {}, refund: null, cancelIntent: 'no', release: 'no' } as const
