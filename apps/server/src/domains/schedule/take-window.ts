import { MINUTE_MS } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import { availabilityOf, deleteTaken, dropEndedHolds, insertTaken, takenWithin } from './store.ts'

interface WindowTime {
  personId: string
  requestId: string
  startsAt: Date
  endsAt: Date
  /** Until when it is held for somebody who has not paid; null for good. */
  heldUntil: Date | null
  now: Date
}

/**
 * Takes the time of a window in which two calls would not fit, with the buffers of a slot, in place of what the same
 * request took before; `taken` where something else is in the way. The caller holds the lock of the person's schedule.
 */
export async function takeWindow(tx: Tx, wanted: WindowTime): Promise<'free' | 'taken'> {
  const { personId, requestId, startsAt, endsAt, heldUntil, now } = wanted
  const hours = await availabilityOf(tx, personId)
  const blockedFrom = new Date(startsAt.getTime() - hours.buffer_before * MINUTE_MS)
  const blockedUntil = new Date(endsAt.getTime() + hours.buffer_after * MINUTE_MS)
  const span = { from: blockedFrom, until: blockedUntil, now }
  const inTheWay = await takenWithin(tx, personId, span)
  if (inTheWay.some(row => row.sourceId !== requestId)) return 'taken'
  await dropEndedHolds(tx, personId, span)
  await deleteTaken(tx, requestId)
  const row = { sourceId: requestId, kind: 'window' as const, personId, startsAt, endsAt, heldUntil }
  await insertTaken(tx, { ...row, blockedFrom, blockedUntil })
  return 'free'
}
