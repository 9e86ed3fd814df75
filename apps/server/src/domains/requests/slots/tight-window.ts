import { SLOT_HOLD_MS, SLOT_HOLD_PROCESSING_MS } from '@parley/contract'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { invariant } from '../../../core/invariant.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { freeTime, lockSchedule, takeWindow } from '../../schedule/public.ts'
import { assertMayHoldAgain } from '../buyer-bounds.ts'
import { type Decided, isOpen, paidWithoutItsTime } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'

const TAKEN = 'This time has been taken'

/** Whether two calls of this length would not fit into a window: then it is a time, and sold once. */
export function isTight({ start, end }: { start: Date; end: Date }, durationSeconds: number): boolean {
  return end.getTime() - start.getTime() < 2 * durationSeconds * 1000
}

/** Holds the window of a new request for ten minutes, or refuses. The lock of the schedule is held. */
export async function holdWindow(tx: Tx, row: RequestRow, now: Date): Promise<void> {
  await freeOtherHolds(tx, row)
  if ((await take(tx, row, { heldUntil: heldUntil(row, now), now })) === 'taken') throw refuse.conflict(TAKEN)
}

/**
 * Holds it once more for somebody who goes to pay; what was taken by another in between is 409. The request stays as it
 * is: a later time may be free again.
 */
export async function holdWindowToPay(tx: Tx, row: RequestRow, now: Date): Promise<void> {
  if (!row.takesTime || !row.influencerId) return
  await lockSchedule(tx, row.influencerId)
  await assertMayHoldAgain(tx, { buyerId: row.buyerId, requestId: row.id, now })
  await holdWindow(tx, row, now)
}

/** What was accepted is taken for good, paid or not. */
export async function keepWindowAccepted(tx: Tx, row: RequestRow, now: Date): Promise<void> {
  if (!row.takesTime || !row.influencerId || !isOpen(row)) return
  await lockSchedule(tx, row.influencerId)
  if ((await take(tx, row, { heldUntil: null, now })) === 'taken') throw refuse.conflict(TAKEN)
}

/** Lets the window follow the payment: paid is taken for good; money for a time that is somebody else's goes back. */
export async function followPayment(
  tx: Tx,
  { row, moved, now }: { row: RequestRow; moved: Decided; now: Date },
): Promise<Decided> {
  if (!row.takesTime || !row.influencerId || !isOpen(row) || !moved || 'notAllowed' in moved) return moved
  const isPaid = moved.patch.paidAt !== undefined
  if (!isPaid && moved.patch.paymentStatus !== 'processing') return moved
  await lockSchedule(tx, row.influencerId)
  const thinksUntil = new Date(now.getTime() + SLOT_HOLD_PROCESSING_MS - SLOT_HOLD_MS)
  const until = isPaid || row.state === 'accepted' ? null : thinksUntil
  const is = await take(tx, row, { heldUntil: until, now })
  return isPaid && is === 'taken' ? paidWithoutItsTime(row, now) : moved
}

const heldUntil = (row: RequestRow, now: Date) =>
  row.state === 'accepted' ? null : new Date(now.getTime() + SLOT_HOLD_MS)

function take(tx: Tx, row: RequestRow, by: { heldUntil: Date | null; now: Date }): Promise<'free' | 'taken'> {
  const { id: requestId, influencerId: personId, startsAt, endsAt } = row
  invariant(personId && startsAt && endsAt, 'a window has a time and somebody whose time it is')
  return takeWindow(tx, { requestId, personId, startsAt, endsAt, ...by })
}

/** Attack: holding one influencer's whole day, a window after the other. Who holds another gives the first one up. */
async function freeOtherHolds(tx: Tx, { id, buyerId, influencerId }: RequestRow): Promise<void> {
  if (!influencerId) return
  const others = await unpaidWith(tx, { buyerId, influencerId })
  for (const other of others) if (other.takesTime && other.id !== id) await freeTime(tx, other.id)
}

/** What a buyer has booked with an influencer and not paid; money on its way is no such thing. */
export function unpaidWith(tx: Tx, { buyerId, influencerId }: { buyerId: string; influencerId: string }) {
  const { id, takesTime, holdUntil, paymentStatus } = sessionRequests
  return tx
    .select({ id, takesTime, holdUntil, paymentStatus })
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.buyerId, buyerId),
        eq(sessionRequests.influencerId, influencerId),
        eq(sessionRequests.state, 'offered'),
        ne(sessionRequests.paymentStatus, 'processing'),
        isNull(sessionRequests.paidAt),
      ),
    )
}
