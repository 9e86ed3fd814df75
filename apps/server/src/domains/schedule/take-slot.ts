import {
  type AcceptingWay,
  type Availability,
  BUFFER_MAX_MINUTES,
  DAY_MS,
  LEEWAY_MAX_MINUTES,
  MINUTE_MS,
  messages,
  NEAREST_SLOTS,
  type Seconds,
} from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import { lockProfile } from '../profiles/public.ts'
import type { ScheduleDeps } from './deps.ts'
import { freeStarts, isFreeStart } from './slots/free-slots.ts'
import { type Nearby, nearbyOf } from './slots/nearby.ts'
import { slotOf } from './slots/show-slots.ts'
import { factsOfSlot, nextStarts, type SlotsAsked, slotFacts, slotLengthMs } from './slots/slot-facts.ts'
import { availabilityOf, deleteTaken, dropHolds, hoursAndEndedHolds, insertTaken } from './store.ts'
import type { AskedAbout } from './taking-time.ts'

/** What a sold slot goes by for good, whatever its influencer changes later. */
export interface SlotTerms {
  accept: AcceptingWay
  leewayMinutes: number
  /** Until how long before its start the buyer may move it. */
  moveUntilMinutes: number
}

/** A slot that is free while the lock of its influencer is held. */
export interface FreeSlot {
  startsAt: Date
  endsAt: Date
  /** The same with its buffers. */
  blocked: { blockedFrom: Date; blockedUntil: Date }
  nearby: Nearby
  terms: SlotTerms
  /** Requests whose holds in its place ended unpaid: the provider is asked about them before it is taken. */
  endedHolds: readonly string[]
}

/**
 * Locks everything that one person performs, until the transaction ends: bookings, moves and events of theirs go one after
 * the other. Lock a request before, never after.
 */
export async function lockSchedule(tx: Tx, personId: string): Promise<void> {
  if (!(await lockProfile(tx, personId))) throw refuse.notFound('There is no such profile')
}

type TakenTime = Pick<FreeSlot, 'startsAt' | 'endsAt'> & Partial<Pick<FreeSlot, 'blocked' | 'endedHolds'>>

interface Wanted {
  personId: string
  start: string
  durationSeconds: Seconds
  /** Of a slot that moves: the leeway it was sold with, and the request whose time it gives up. */
  leewayMinutes?: number
  leavingOut?: string
}

/** Finds a slot free or refuses with the nearest three that are; under the person's lock. */
export async function freeSlot(deps: ScheduleDeps, tx: Tx, wanted: Wanted): Promise<FreeSlot> {
  const { personId, leavingOut } = wanted
  const startMs = Date.parse(wanted.start)
  const now = deps.clock.now()
  const { hours, ended } = await hoursAndEndedHolds(tx, { personId, ...reachOf(wanted), now })
  if (hours.mode === 'off') throw refuse.conflict('No times are offered here. Please book without one')
  const leewayMinutes = wanted.leewayMinutes ?? hours.leeway
  const lengthMs = slotLengthMs(wanted.durationSeconds, leewayMinutes)
  const asked = { personId, hours, lengthMs, leavingOut }
  const times = { startsAt: new Date(startMs), endsAt: new Date(startMs + lengthMs) }
  const blocked = blockedBy(hours, times)
  // By the same moment as above: a hold that ends in between was not asked about, and its time is taken.
  if (!isFreeStart(await factsOfSlot(deps, tx, { ...asked, startMs, now }), startMs)) {
    // To the time that a request has already it cannot move.
    const others = { ...asked, leavingOut: undefined }
    const nearest = await nearestStarts(deps, tx, { ...others, aroundMs: startMs })
    throw refuse.conflict(messages.timeTaken, { slots: nearest.map(each => slotOf(each, lengthMs)) })
  }
  return {
    ...{ ...times, blocked },
    nearby: nearbyOf(hours, { ...times, durationSeconds: wanted.durationSeconds }),
    terms: { accept: hours.accept, leewayMinutes, moveUntilMinutes: hours.move_until },
    endedHolds: ended.filter(hold => overlap(hold, blocked)).map(({ id }) => id),
  }
}

/** What a slot may block at most, whatever the hours of its influencer say. */
function reachOf({ start, durationSeconds }: Wanted) {
  const startMs = Date.parse(start)
  const endMs = startMs + slotLengthMs(durationSeconds, LEEWAY_MAX_MINUTES)
  const bufferMs = BUFFER_MAX_MINUTES * MINUTE_MS
  return { from: new Date(startMs - bufferMs), until: new Date(endMs + bufferMs) }
}

type Blocked = FreeSlot['blocked']
const overlap = (one: Blocked, other: Blocked): boolean =>
  one.blockedFrom < other.blockedUntil && other.blockedFrom < one.blockedUntil

const blockedBy = (hours: Availability, { startsAt, endsAt }: Pick<FreeSlot, 'startsAt' | 'endsAt'>) => ({
  blockedFrom: new Date(startsAt.getTime() - hours.buffer_before * MINUTE_MS),
  blockedUntil: new Date(endsAt.getTime() + hours.buffer_after * MINUTE_MS),
})

/** The free starts nearest to a moment, in order of time. */
async function nearestStarts(
  deps: ScheduleDeps,
  tx: Tx,
  { aroundMs, ...asked }: SlotsAsked & { aroundMs: number },
): Promise<number[]> {
  const within = { startMs: aroundMs - 3 * DAY_MS, endMs: aroundMs + 3 * DAY_MS }
  const near = freeStarts(await slotFacts(deps, tx, { ...asked, within }), within)
  const byDistance = [...near].sort((a, b) => Math.abs(a - aroundMs) - Math.abs(b - aroundMs))
  const nearest = byDistance.slice(0, NEAREST_SLOTS)
  const missing = NEAREST_SLOTS - nearest.length
  const later = missing > 0 ? await nextStarts(deps, tx, { ...asked, count: NEAREST_SLOTS * 2 }) : []
  return [...new Set([...nearest, ...later])].slice(0, NEAREST_SLOTS).sort((a, b) => a - b)
}

interface SlotOfRequest {
  personId: string
  requestId: string
  free: TakenTime
  asked: AskedAbout
}

/**
 * Takes the time of a slot that `freeSlot` found in this transaction; a request's slot before it is given up. It fails with
 * `HoldsToAskAbout` where somebody may have paid for it in time. Call it last: who is refused for another reason asks the
 * provider nothing.
 */
export async function takeSlot(tx: Tx, slot: SlotOfRequest): Promise<void> {
  await deleteTaken(tx, slot.requestId)
  await takeFirstSlot(tx, slot)
}

/** The same for a request that has none yet. */
export async function takeFirstSlot(tx: Tx, slot: SlotOfRequest): Promise<void> {
  await insertSlot(tx, { ...slot, kind: 'slot', sourceId: slot.requestId })
}

/** Takes one of the times of a proposal, until it is answered. */
export async function takeProposed(
  tx: Tx,
  slot: { personId: string; proposalId: string; free: TakenTime; asked: AskedAbout },
): Promise<void> {
  await insertSlot(tx, { ...slot, kind: 'proposal', sourceId: slot.proposalId })
}

interface SlotTime {
  personId: string
  kind: 'slot' | 'proposal'
  sourceId: string
  free: TakenTime
  asked: AskedAbout
}

async function insertSlot(tx: Tx, { personId, kind, sourceId, free, asked }: SlotTime): Promise<void> {
  const { startsAt, endsAt, endedHolds = [] } = free
  await dropHolds(tx, endedHolds, asked)
  const blocked = free.blocked ?? blockedBy(await availabilityOf(tx, personId), { startsAt, endsAt })
  await insertTaken(tx, { ...{ sourceId, kind, personId, startsAt, endsAt }, ...blocked, heldUntil: null })
}

/** Refuses a booking without a time where only times are sold. */
export async function assertNeedsNoSlot(tx: Tx, personId: string): Promise<void> {
  const { mode }: Pick<Availability, 'mode'> = await availabilityOf(tx, personId)
  if (mode === 'only') throw refuse.conflict('Please choose one of the times that are offered')
}
