import {
  messages,
  type Seconds,
  SLOT_HOLD_BY_STRANGERS_MS,
  SLOT_HOLD_MS,
  SLOT_HOLD_PROCESSING_MS,
  UNPAID_HOLDS_COUNTED_MS,
} from '@parley/contract'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import {
  assertChecked,
  availabilityOf,
  type CheckedHolds,
  freeTime,
  holdsOf,
  isNear,
  keepWindow,
  lockSchedule,
  type Nearby,
  nearbyOf,
  reserveWindow,
} from '../../schedule/public.ts'
import { assertMayHoldAgain } from '../bounds/buyer-bounds.ts'
import { type Decided, isOpen, paidWithoutItsTime } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { requestAudit, sessionRequests } from '../tables.ts'
import { assertNotHeldTooLong, assertNotKeptByStrangers, heldMs, type UnpaidHold } from './held-lately.ts'
import { HOLD_AGAIN, strangersHolds } from './strangers-holds.ts'
import { keptWith, type UnpaidLately, unpaidLately } from './unpaid-lately.ts'

const TIME_TAKEN = messages.timeTaken

/** Whether two calls of this length would not fit into a window: then it is a time, and sold once. */
export function isTight({ start, end }: { start: Date; end: Date }, durationSeconds: Seconds): boolean {
  return end.getTime() - start.getTime() < 2 * durationSeconds * 1000
}

/**
 * When a window is wanted, and the holds that the provider was asked about: those that ended in this time, and the
 * buyer's own.
 */
export interface Taking {
  now: Date
  checked: CheckedHolds
}

/** Holds the window of a new request for ten minutes, or refuses. The lock of the schedule is held. */
export async function holdWindow(tx: Tx, row: RequestRow, { now, checked }: Taking): Promise<void> {
  const nearby = await nearbyTo(tx, row)
  const { others, givenUp } = await freeOtherHolds(tx, row, now)
  assertNotHeldTooLong(others, { nearby, now })
  const inTime = { nearby: nearby.inTime, now }
  assertNotKeptByStrangers([...others, ...(await strangersHolds(tx, { ...whose(row), ...inTime }))], inTime)
  const againAtMs = await heldAgainMs(tx, row, { nearby, now })
  if (againAtMs !== null) {
    const waitMs = againAtMs + UNPAID_HOLDS_COUNTED_MS - now.getTime()
    throw refuse.tooMany(Math.ceil(waitMs / 1000), messages.timeHeldTooLong)
  }
  const until = heldUntil(row, now)
  const is = await reserveWindow(tx, { requestId: row.id, ...timeOf(row), heldUntil: until, now, checked })
  if (is === 'taken') throw refuse.conflict(TIME_TAKEN)
  assertChecked(givenUp, checked)
}

/**
 * Holds it once more for somebody who goes to pay; what was taken by another in between is 409. The request stays as it
 * is: a later time may be free again. Who held it again within the hour may pay, but keeps nobody else away until then
 * (attack: going to pay every ten minutes, so that nobody ever gets the time).
 */
export async function holdWindowToPay(tx: Tx, row: RequestRow, { now, checked }: Taking): Promise<void> {
  if (!row.takesTime || !row.influencerId) return
  await lockSchedule(tx, row.influencerId)
  await assertMayHoldAgain(tx, { ...whose(row), requestId: row.id, now })
  const { others, givenUp } = await freeOtherHolds(tx, row, now)
  const standing = (await holdsOf(tx, [row.id], now)).get(row.id)
  const isAgain = row.state !== 'accepted' && !standing
  const mayHold = !isAgain || (await mayHoldAgain(tx, { row, others, now }))
  const until = standing ?? (mayHold ? heldUntil(row, now) : now)
  if ((await keep(tx, row, { heldUntil: until, now, checked })) === 'taken') throw refuse.conflict(TIME_TAKEN)
  assertChecked(givenUp, checked)
  if (isAgain && mayHold) await writeHeldAgain(tx, row, now)
}

async function mayHoldAgain(
  tx: Tx,
  { row, others, now }: { row: RequestRow; others: readonly UnpaidHold[]; now: Date },
): Promise<boolean> {
  const nearby = await nearbyTo(tx, row)
  if (heldMs([...others, row], { nearby, now }) > SLOT_HOLD_MS) return false
  const inTime = { nearby: nearby.inTime, now }
  const strangers = await strangersHolds(tx, { ...whose(row), ...inTime })
  if (heldMs([...others, ...strangers, row], inTime) > SLOT_HOLD_BY_STRANGERS_MS) return false
  return (await heldAgainMs(tx, row, { nearby, now })) === null
}

const whose = (row: RequestRow) => ({ buyerId: row.buyerId, influencerId: timeOf(row).personId })

async function nearbyTo(tx: Tx, row: RequestRow): Promise<Nearby> {
  const { personId, startsAt, endsAt } = timeOf(row)
  const { durationSeconds } = row
  return nearbyOf(await availabilityOf(tx, personId), { startsAt, endsAt, durationSeconds })
}

/**
 * When the buyer last held this time, or one near it, once more by a request they did not pay; null if not in the last
 * hour.
 */
async function heldAgainMs(
  tx: Tx,
  row: RequestRow,
  { nearby, now }: { nearby: Nearby; now: Date },
): Promise<number | null> {
  const { startsAt, endsAt } = sessionRequests
  const again = await tx
    .select({ startsAt, endsAt, at: requestAudit.createdAt })
    .from(sessionRequests)
    .innerJoin(requestAudit, eq(requestAudit.requestId, sessionRequests.id))
    .where(
      and(
        eq(sessionRequests.buyerId, row.buyerId),
        eq(sessionRequests.influencerId, timeOf(row).personId),
        isNull(sessionRequests.paidAt),
        eq(requestAudit.action, HOLD_AGAIN),
        gt(requestAudit.createdAt, new Date(now.getTime() - UNPAID_HOLDS_COUNTED_MS)),
      ),
    )
  const near = again.filter(held => isNear(held, nearby))
  return near.length === 0 ? null : Math.max(...near.map(({ at }) => at.getTime()))
}

async function writeHeldAgain(tx: Tx, row: RequestRow, now: Date): Promise<void> {
  await tx.insert(requestAudit).values({
    ...{ id: newId(), requestId: row.id, action: HOLD_AGAIN, actorId: row.buyerId },
    ...{ fromState: row.state, toState: row.state },
    ...{ fromPayment: row.paymentStatus, toPayment: row.paymentStatus },
    ...{ data: {}, createdAt: now },
  })
}

/** What was accepted is taken for good, paid or not. */
export async function keepWindowAccepted(tx: Tx, row: RequestRow, taking: Taking): Promise<void> {
  if (!row.takesTime || !row.influencerId || !isOpen(row)) return
  await lockSchedule(tx, row.influencerId)
  if ((await keep(tx, row, { heldUntil: null, ...taking })) === 'taken') throw refuse.conflict(TIME_TAKEN)
}

/** Lets the window follow the payment: paid is taken for good; money for a time that is somebody else's goes back. */
export async function followPayment(
  tx: Tx,
  { row, moved, now, checked }: Taking & { row: RequestRow; moved: Decided },
): Promise<Decided> {
  if (!row.takesTime || !row.influencerId || !isOpen(row) || !moved || 'notAllowed' in moved) return moved
  const isPaid = moved.patch.paidAt !== undefined
  if (!isPaid && moved.patch.paymentStatus !== 'processing') return moved
  await lockSchedule(tx, row.influencerId)
  const thinksUntil = new Date(now.getTime() + SLOT_HOLD_PROCESSING_MS - SLOT_HOLD_MS)
  const until = isPaid || row.state === 'accepted' ? null : thinksUntil
  const is = await keep(tx, row, { heldUntil: until, now, checked })
  return isPaid && is === 'taken' ? paidWithoutItsTime(row, now) : moved
}

const heldUntil = (row: RequestRow, now: Date) =>
  row.state === 'accepted' ? null : new Date(now.getTime() + SLOT_HOLD_MS)

function keep(tx: Tx, row: RequestRow, by: Taking & { heldUntil: Date | null }): Promise<'free' | 'taken'> {
  return keepWindow(tx, { requestId: row.id, ...timeOf(row), ...by })
}

function timeOf({ influencerId: personId, startsAt, endsAt }: RequestRow) {
  invariant(personId && startsAt && endsAt, 'a window has a time and somebody whose time it is')
  return { personId, startsAt, endsAt }
}

/**
 * Attack: holding one influencer's whole day, a window after the other. A buyer who holds another window gives the
 * first one up. Returns the buyer's other unpaid requests to this influencer, and those of them that were given up, as
 * far as this server knows of their payment.
 */
async function freeOtherHolds(
  tx: Tx,
  { id, uuid, buyerId, influencerId }: RequestRow,
  now: Date,
): Promise<{ others: UnpaidLately[]; givenUp: string[] }> {
  if (!influencerId) return { others: [], givenUp: [] }
  const unpaid = keptWith(await unpaidLately(tx, { buyerId, influencerId, uuid, now }), influencerId)
  const others = unpaid.filter(other => other.id !== id)
  const held = others.filter(each => each.takesTime && each.state === 'offered' && each.windowUntil !== null)
  for (const each of held) await freeTime(tx, each.id)
  return { others, givenUp: held.map(({ id: each }) => each) }
}
