import { messages, SLOT_HOLD_BY_STRANGERS_MS, SLOT_HOLD_MS, UNPAID_HOLDS_COUNTED_MS } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { type Between, isNear } from '../../schedule/public.ts'

/** What of an unpaid request says how long it kept its time from others. */
export interface UnpaidHold {
  id: string
  createdAt: Date
  endedAt: Date | null
  startsAt: Date | null
  endsAt: Date | null
  /** Of a slot; the hold of a window lasts as long, from the request on. */
  holdUntil: Date | null
  takesTime: boolean
}

interface Wanted {
  /** Attack: one time after the other, each so near that all of them keep the same time from being sold. */
  nearby: Between
  now: Date
}

/** Between what moments a hold kept its time from others. */
function keptIn({ createdAt, endedAt, holdUntil }: UnpaidHold) {
  const endMs = holdUntil?.getTime() ?? createdAt.getTime() + SLOT_HOLD_MS
  return { fromMs: createdAt.getTime(), untilMs: Math.min(endMs, endedAt?.getTime() ?? endMs) }
}

const touches = (hold: UnpaidHold, { nearby }: Wanted): boolean =>
  (hold.holdUntil !== null || hold.takesTime) && isNear(hold, nearby)

/** For how long, within the last hour, a time was kept from others by holds that were not paid. */
export function heldMs(holds: readonly UnpaidHold[], wanted: Wanted): number {
  const nowMs = wanted.now.getTime()
  return holds
    .filter(hold => touches(hold, wanted))
    .map(keptIn)
    .map(({ fromMs, untilMs }) =>
      Math.max(0, Math.min(untilMs, nowMs) - Math.max(fromMs, nowMs - UNPAID_HOLDS_COUNTED_MS)),
    )
    .reduce((sum, ms) => sum + ms, 0)
}

/**
 * Refuses to hold a time once more for a buyer who kept it from others for longer than one hold without paying. Attack:
 * nobody ever gets a time that one person books again whenever its hold ends.
 */
export function assertNotHeldTooLong(holds: readonly UnpaidHold[], wanted: Wanted): void {
  if (heldMs(holds, wanted) <= SLOT_HOLD_MS) return
  const counted = holds.filter(hold => touches(hold, wanted)).map(hold => keptIn(hold).untilMs)
  const nowMs = wanted.now.getTime()
  const waitMs = Math.min(...counted.filter(untilMs => untilMs > nowMs - UNPAID_HOLDS_COUNTED_MS)) - nowMs
  throw refuse.tooMany(Math.ceil((waitMs + UNPAID_HOLDS_COUNTED_MS) / 1000), messages.timeHeldTooLong)
}

/**
 * Refuses a stranger to hold what strangers together kept from others for long enough, until they confirm their email.
 * Attack: one account after the other, each with an address that nobody has.
 */
export function assertNotKeptByStrangers(holds: readonly UnpaidHold[], wanted: Wanted): void {
  if (heldMs(holds, wanted) <= SLOT_HOLD_BY_STRANGERS_MS) return
  throw refuse.notYet(messages.timeHeldByStrangers, 'confirm_email')
}
