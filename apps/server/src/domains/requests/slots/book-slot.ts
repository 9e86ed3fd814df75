import { SLOT_HOLD_MS } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { Tx } from '../../../db/client.ts'
import {
  type AskedAbout,
  type FreeSlot,
  freeSlot,
  freeTime,
  type ScheduleDeps,
  takeFirstSlot,
} from '../../schedule/public.ts'
import { changeRequestIn } from '../change-request.ts'
import { type Created, createRequest, type NewRequest } from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { cancel, isConfirmed, isOpen } from '../request.ts'
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
  /** The holds that ended in its place and that the provider was asked about. */
  asked: AskedAbout
}

/** Books a slot: held for ten minutes, sold when paid. The lock of the influencer's schedule is held. */
export async function bookedSlot(deps: SlotBookingDeps, tx: Tx, booking: SlotBooking): Promise<Created> {
  const { wanted, start, now, asked } = booking
  const personId = wanted.influencerId
  invariant(personId, 'a slot is booked with somebody')
  const { durationSeconds } = wanted
  const found: { free?: FreeSlot } = {}
  const timeOf = async (unpaid: UnpaidLately[]) => {
    const left = await withoutEarlierHold(deps, tx, { unpaid, wanted, now })
    const free = await freeSlot(deps.schedule, tx, { personId, start, durationSeconds, asked })
    const own = keptWith(left, personId)
    assertNotHeldTooLong(own, { nearby: free.nearby, now })
    const inTime = { nearby: free.nearby.inTime, now }
    const who = { buyerId: wanted.buyerId, influencerId: personId }
    assertNotKeptByStrangers([...own, ...(await strangersHolds(tx, { ...who, ...inTime }))], inTime)
    found.free = free
    const { startsAt, endsAt, terms: slotTerms } = free
    const holdUntil = new Date(now.getTime() + SLOT_HOLD_MS)
    return { time: { startsAt, endsAt, slotSequence: 0, slotTerms, holdUntil }, unpaid: left }
  }
  const created = await createRequest(deps, tx, { ...wanted, startsAt: null, endsAt: null, timeOf })
  // Nothing is found for the repeat of a booking, whose time it has.
  const { free } = found
  if (free) await takeFirstSlot(tx, { personId, requestId: created.request.id, free })
  return created
}

/** Who picks another time gives up the one they held and did not pay; money on its way keeps it. Answers what is unpaid then. */
async function withoutEarlierHold(
  deps: SlotBookingDeps,
  tx: Tx,
  { unpaid, wanted, now }: { unpaid: UnpaidLately[]; wanted: SlotBooking['wanted']; now: Date },
): Promise<UnpaidLately[]> {
  const { buyerId, influencerId, uuid } = wanted
  const open = unpaid.filter(row => row.influencerId === influencerId && isGivenUp(row))
  if (open.length === 0) return unpaid
  for (const { id, takesTime } of open) {
    if (takesTime) await freeTime(tx, id)
    else
      await changeRequestIn(deps, tx, {
        requestId: id,
        action: 'pick_another_time',
        actorId: buyerId,
        decide: (row, _tx, at) => (isOpen(row) && !isConfirmed(row) ? cancel(row, at) : null),
      })
  }
  return unpaidLately(tx, { buyerId, influencerId, uuid, now })
}

/** Whether a time is held that its buyer has not begun to pay. */
const isGivenUp = ({ state, paymentStatus, takesTime, holdUntil, windowUntil }: UnpaidLately): boolean =>
  state === 'offered' &&
  (takesTime
    ? windowUntil !== null && paymentStatus !== 'processing'
    : holdUntil !== null && (paymentStatus === 'unpaid' || paymentStatus === 'failed'))
