import { SLOT_HOLD_MS } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { Tx } from '../../../db/client.ts'
import {
  assertChecked,
  type CheckedHolds,
  freeSlot,
  freeTime,
  reserveFirstSlot,
  type ScheduleDeps,
} from '../../schedule/public.ts'
import { changeRequestIn } from '../change-request.ts'
import { type Created, createRequest, type NewRequest } from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { cancel, isConfirmed, isOpen } from '../request.ts'
import { lockRequest } from '../store.ts'
import { assertNotHeldTooLong, assertNotKeptByStrangers } from './held-lately.ts'
import { strangersHolds } from './strangers-holds.ts'
import { keptWith, type UnpaidLately, unpaidLately } from './unpaid-lately.ts'

export interface SlotBookingDeps extends RequestsDeps {
  schedule: ScheduleDeps
}

interface SlotBooking {
  wanted: Omit<NewRequest, 'startsAt' | 'endsAt'>
  start: string
  now: Date
  /** The holds that the provider was asked about: those that ended in its place, and the buyer's own. */
  checked: CheckedHolds
  /** As `lockUnpaid` answered. */
  unpaid: readonly UnpaidLately[]
}

/** Books a slot: held for ten minutes, sold when paid. The lock of the influencer's schedule is held. */
export async function bookedSlot(deps: SlotBookingDeps, tx: Tx, booking: SlotBooking): Promise<Created> {
  const { wanted, start, now, checked } = booking
  const personId = wanted.influencerId
  invariant(personId, 'a slot is booked with somebody')
  const { durationSeconds } = wanted
  const { unpaid, givenUp } = await withoutEarlierHold(deps, tx, { unpaid: booking.unpaid, wanted, now })
  const free = await freeSlot(deps.schedule, tx, { personId, start, durationSeconds })
  const own = keptWith(unpaid, personId)
  assertNotHeldTooLong(own, { nearby: free.nearby, now })
  const inTime = { nearby: free.nearby.inTime, now }
  const who = { buyerId: wanted.buyerId, influencerId: personId }
  assertNotKeptByStrangers([...own, ...(await strangersHolds(tx, { ...who, ...inTime }))], inTime)
  const { startsAt, endsAt, terms: slotTerms } = free
  const holdUntil = new Date(now.getTime() + SLOT_HOLD_MS)
  const time = { startsAt, endsAt, slotSequence: 0, slotTerms, holdUntil }
  const created = await createRequest(deps, tx, { ...wanted, ...time, unpaid })
  // The buyer may have paid what they give up, in another tab. Last: a refused booking asks the provider nothing.
  assertChecked([...givenUp, ...free.endedHolds], checked)
  await reserveFirstSlot(tx, { personId, requestId: created.request.id, free, checked })
  return created
}

/**
 * What the buyer of a slot has not paid; what they give up for it with this influencer is locked. The payer is locked.
 */
export async function lockUnpaid(
  tx: Tx,
  of: { buyerId: string; influencerId: string; uuid: string; now: Date },
): Promise<UnpaidLately[]> {
  const unpaid = await unpaidLately(tx, of)
  for (const row of unpaid)
    if (row.influencerId === of.influencerId && !row.takesTime && isGivenUp(row))
      await lockRequest(tx, row.id)
  return unpaid
}

/**
 * Who picks another time gives up the one they held and did not pay; money on its way keeps it. Answers what is unpaid
 * then, and which requests were given up as far as this server knows of their payments.
 */
async function withoutEarlierHold(
  deps: SlotBookingDeps,
  tx: Tx,
  { unpaid, wanted, now }: { unpaid: readonly UnpaidLately[]; wanted: SlotBooking['wanted']; now: Date },
): Promise<{ unpaid: readonly UnpaidLately[]; givenUp: readonly string[] }> {
  const { buyerId, influencerId, uuid } = wanted
  const before = givenUpWith(unpaid, influencerId)
  if (before.length === 0) return { unpaid, givenUp: [] }
  // It was read before the locks that it waited for, and may be paid or accepted since: a window is, under the
  // profile's lock.
  const current = await unpaidLately(tx, { buyerId, influencerId, uuid, now })
  const still = givenUpWith(current, influencerId).filter(({ id }) => before.some(row => row.id === id))
  if (still.length === 0) return { unpaid: current, givenUp: [] }
  for (const { id, takesTime } of still) {
    if (takesTime) await freeTime(tx, id)
    else
      await changeRequestIn(deps, tx, {
        requestId: id,
        action: 'pick_another_time',
        actorId: buyerId,
        decide: (row, _tx, at) => (isOpen(row) && !isConfirmed(row) ? cancel(row, at) : null),
      })
  }
  const left = await unpaidLately(tx, { buyerId, influencerId, uuid, now })
  return { unpaid: left, givenUp: still.map(({ id }) => id) }
}

const givenUpWith = (unpaid: readonly UnpaidLately[], influencerId: string | null) =>
  unpaid.filter(row => row.influencerId === influencerId && isGivenUp(row))

/** Whether a time is held that its buyer has not begun to pay. */
const isGivenUp = ({ state, paymentStatus, takesTime, holdUntil, windowUntil }: UnpaidLately): boolean =>
  state === 'offered' &&
  (takesTime
    ? windowUntil !== null && paymentStatus !== 'processing'
    : holdUntil !== null && (paymentStatus === 'unpaid' || paymentStatus === 'failed'))
