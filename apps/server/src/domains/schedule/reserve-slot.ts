import {
  type AcceptingWay,
  type Availability,
  DAY_MS,
  MINUTE_MS,
  messages,
  NEAREST_SLOTS,
  type Seconds,
} from '@parley/contract'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import { lockProfile } from '../profiles/public.ts'
import type { ScheduleDeps } from './deps.ts'
import type { CheckedHolds } from './holds-to-check.ts'
import { freeStarts, isFreeStart } from './slots/free-slots.ts'
import { type Nearby, nearbyOf } from './slots/nearby.ts'
import { slotOf } from './slots/show-slots.ts'
import { factsOfSlot, nextStarts, type SlotsQuery, slotFacts, slotLengthMs } from './slots/slot-facts.ts'
import { availabilityOf, deleteTaken, dropHolds, giveTaken, hoursForSlot, insertTaken } from './store.ts'

/** The terms of a sold slot, frozen whatever its influencer changes later. */
export interface SlotTerms {
  accept: AcceptingWay
  leewayMinutes: number
  /** How long before its start the buyer may still move it. */
  moveUntilMinutes: number
}

/** A slot that stays free as long as the caller holds the lock of its influencer. */
export interface FreeSlot {
  startsAt: Date
  endsAt: Date
  /** The same with its buffers. */
  blocked: { blockedFrom: Date; blockedUntil: Date }
  nearby: Nearby
  terms: SlotTerms
  /** Requests whose holds on this time ended unpaid: the provider is asked about them before the slot is taken. */
  endedHolds: readonly string[]
}

/**
 * Locks a person's schedule until the transaction ends: bookings, moves and events of the person run one after the
 * other. Lock a request before it, never after it.
 */
export async function lockSchedule(tx: Tx, personId: string): Promise<void> {
  if (!(await lockProfile(tx, personId))) throw refuse.notFound('There is no such profile')
}

type FreeTime = Pick<FreeSlot, 'startsAt' | 'endsAt' | 'blocked' | 'endedHolds'>

interface Wanted {
  personId: string
  start: string
  durationSeconds: Seconds
  /** Of a call that has a slot already: the leeway with which that was sold. */
  leewayMinutes?: number
  /** The request that gives up its time, which blocks nothing then, and neither does what is suggested to it. */
  notBlocking?: string
  /** The request of the call that gets the slot: the daily limit counts neither it nor what is suggested to it. */
  notCounted?: string
}

/** Finds a slot free, or refuses with the three nearest free ones; under the person's lock. */
export async function freeSlot(deps: ScheduleDeps, tx: Tx, wanted: Wanted): Promise<FreeSlot> {
  const { personId, notBlocking, notCounted } = wanted
  const startMs = Date.parse(wanted.start)
  const now = deps.clock.now()
  const { durationSeconds } = wanted
  const startsAt = new Date(startMs)
  const { hours, isTaken, ended } = await hoursForSlot(tx, {
    ...{ personId, startsAt, durationSeconds, notBlocking, now },
    leewayMinutes: wanted.leewayMinutes ?? null,
  })
  if (hours.mode === 'off') {
    // A call that was sold with a time has its leeway, and moves from it.
    if (wanted.leewayMinutes === undefined)
      throw refuse.conflict('No times are offered here. Please book without one')
    throw refuse.conflict('No other times are offered at the moment. The time that was booked stands')
  }
  const leewayMinutes = wanted.leewayMinutes ?? hours.leeway
  const lengthMs = slotLengthMs(durationSeconds, leewayMinutes)
  const query = { personId, hours, lengthMs, notBlocking, notCounted }
  const times = { startsAt, endsAt: new Date(startMs + lengthMs) }
  const blocked = blockedBy(hours, times)
  if (!isFreeStart(await factsOfSlot(deps, tx, { ...query, startMs, now, isTaken }), startMs)) {
    // To the time that a request has already it cannot move.
    const others = { ...query, notBlocking: undefined }
    const nearest = await nearestStarts(deps, tx, { ...others, aroundMs: startMs })
    throw refuse.conflict(messages.timeTaken, { slots: nearest.map(each => slotOf(each, lengthMs)) })
  }
  return {
    ...{ ...times, blocked },
    nearby: nearbyOf(hours, { ...times, durationSeconds }),
    terms: { accept: hours.accept, leewayMinutes, moveUntilMinutes: hours.move_until },
    endedHolds: ended,
  }
}

const blockedBy = (hours: Availability, { startsAt, endsAt }: Pick<FreeSlot, 'startsAt' | 'endsAt'>) => ({
  blockedFrom: new Date(startsAt.getTime() - hours.buffer_before * MINUTE_MS),
  blockedUntil: new Date(endsAt.getTime() + hours.buffer_after * MINUTE_MS),
})

/** The free starts nearest to a moment, in order of time. */
async function nearestStarts(
  deps: ScheduleDeps,
  tx: Tx,
  { aroundMs, ...query }: SlotsQuery & { aroundMs: number },
): Promise<number[]> {
  const within = { startMs: aroundMs - 3 * DAY_MS, endMs: aroundMs + 3 * DAY_MS }
  const near = freeStarts(await slotFacts(deps, tx, { ...query, within }), within)
  const byDistance = [...near].sort((a, b) => Math.abs(a - aroundMs) - Math.abs(b - aroundMs))
  const nearest = byDistance.slice(0, NEAREST_SLOTS)
  const missing = NEAREST_SLOTS - nearest.length
  const later = missing > 0 ? await nextStarts(deps, tx, { ...query, count: NEAREST_SLOTS * 2 }) : []
  return [...new Set([...nearest, ...later])].slice(0, NEAREST_SLOTS).sort((a, b) => a - b)
}

interface SlotOfRequest {
  personId: string
  requestId: string
  free: FreeTime
  checked: CheckedHolds
}

/**
 * Takes a slot that `freeSlot` found in this transaction, and frees the request's old one. Throws `HoldsToCheck`
 * where a person may have paid for it in time. Call it last: a request that is refused for another reason must not
 * reach the provider.
 */
export async function reserveSlot(tx: Tx, slot: SlotOfRequest): Promise<void> {
  await deleteTaken(tx, slot.requestId)
  await reserveFirstSlot(tx, slot)
}

/** The same for a request without a slot. */
export async function reserveFirstSlot(tx: Tx, slot: SlotOfRequest): Promise<void> {
  await insertSlot(tx, { ...slot, kind: 'slot', sourceId: slot.requestId, callId: null })
}

/** Takes one of the times of a proposal for a request, until the proposal is answered. */
export async function reserveProposed(tx: Tx, slot: SlotOfRequest & { proposalId: string }): Promise<void> {
  await insertSlot(tx, { ...slot, kind: 'proposal', sourceId: slot.proposalId, callId: slot.requestId })
}

/**
 * Gives a request one of the times that a proposal keeps for it, and frees its old one. The time stays taken with the
 * pauses that it had then: longer ones, chosen since, may not fit between others that were sold beside it.
 */
export async function reserveKept(
  tx: Tx,
  kept: { requestId: string; proposalId: string; startsAt: Date },
): Promise<void> {
  await deleteTaken(tx, kept.requestId)
  const isKept = await giveTaken(tx, {
    ...{ from: kept.proposalId, startsAt: kept.startsAt },
    ...{ to: kept.requestId, kind: 'slot' },
  })
  invariant(isKept, 'an open proposal keeps its times')
}

interface SlotTime {
  personId: string
  kind: 'slot' | 'proposal'
  sourceId: string
  callId: string | null
  free: FreeTime
  checked: CheckedHolds
}

async function insertSlot(tx: Tx, slot: SlotTime): Promise<void> {
  const { personId, kind, sourceId, callId, free, checked } = slot
  const { startsAt, endsAt, blocked, endedHolds } = free
  await dropHolds(tx, endedHolds, checked)
  const row = { sourceId, callId, kind, personId, startsAt, endsAt }
  await insertTaken(tx, { ...row, ...blocked, heldUntil: null })
}

/** Refuses a booking without a slot where only slots are sold. */
export async function assertNeedsNoSlot(tx: Tx, personId: string): Promise<void> {
  const { mode }: Pick<Availability, 'mode'> = await availabilityOf(tx, personId)
  if (mode === 'only') throw refuse.conflict('Please choose one of the times that are offered')
}
