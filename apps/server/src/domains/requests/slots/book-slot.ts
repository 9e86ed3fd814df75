import { SLOT_HOLD_MS } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { Tx } from '../../../db/client.ts'
import { freeSlot, freeTime, type ScheduleDeps, takeFirstSlot } from '../../schedule/public.ts'
import { changeRequestIn } from '../change-request.ts'
import { type Created, createRequest, type NewRequest } from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { cancel, isConfirmed, isOpen } from '../request.ts'
import { assertNotHeldTooLong, unpaidLately } from './held-lately.ts'

export interface SlotBookingDeps extends RequestsDeps {
  schedule: ScheduleDeps
}

interface SlotBooking {
  wanted: Omit<NewRequest, 'startsAt' | 'endsAt'>
  start: string
  now: Date
}

/** Books a slot: held for ten minutes, sold when paid. The lock of the influencer's schedule is held. */
export async function bookedSlot(deps: SlotBookingDeps, tx: Tx, booking: SlotBooking): Promise<Created> {
  const { wanted, start, now } = booking
  const personId = wanted.influencerId
  invariant(personId, 'a slot is booked with somebody')
  const { buyerId, durationSeconds } = wanted
  const unpaid = await unpaidLately(tx, { buyerId, influencerId: personId, now })
  await freeEarlierHold(deps, tx, { buyerId, unpaid: unpaid.filter(({ state }) => state === 'offered') })
  const free = await freeSlot(deps.schedule, tx, { personId, start, durationSeconds })
  assertNotHeldTooLong(unpaid, { nearby: free.nearby, now })
  const created = await createRequest(deps, tx, {
    ...wanted,
    startsAt: free.startsAt,
    endsAt: free.endsAt,
    slotSequence: 0,
    slotTerms: free.terms,
    holdUntil: new Date(now.getTime() + SLOT_HOLD_MS),
  })
  await takeFirstSlot(tx, { personId, requestId: created.request.id, free })
  return created
}

/** Who picks another time gives up the one they held and did not pay; money on its way keeps it. */
async function freeEarlierHold(
  deps: RequestsDeps,
  tx: Tx,
  { buyerId, unpaid }: { buyerId: string; unpaid: Awaited<ReturnType<typeof unpaidLately>> },
): Promise<void> {
  for (const { id, takesTime } of unpaid) if (takesTime) await freeTime(tx, id)
  for (const { id, holdUntil, paymentStatus } of unpaid) {
    if (holdUntil === null || (paymentStatus !== 'unpaid' && paymentStatus !== 'failed')) continue
    await changeRequestIn(deps, tx, {
      requestId: id,
      action: 'pick_another_time',
      actorId: buyerId,
      decide: (row, _tx, now) => (isOpen(row) && !isConfirmed(row) ? cancel(row, now) : null),
    })
  }
}
