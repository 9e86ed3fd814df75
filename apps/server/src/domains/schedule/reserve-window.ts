import { MINUTE_MS } from '@parley/contract'
import type { Tx } from '../../db/client.ts'
import type { CheckedHolds } from './holds-to-check.ts'
import { availabilityOf, dropEndedHolds, insertTaken, keepTaken, takenWithin } from './store.ts'

interface WindowTime {
  personId: string
  requestId: string
  startsAt: Date
  endsAt: Date
  /** Until when it is held for a person who has not paid; null means without an end. */
  heldUntil: Date | null
  now: Date
  checked: CheckedHolds
}

/**
 * Keeps the window of a request, or takes it again where others could have taken it since. The request keeps its old
 * time as long as nobody took it, also after its hold has ended: then the provider is not asked. `taken` as below.
 */
export async function keepWindow(tx: Tx, wanted: WindowTime): Promise<'free' | 'taken'> {
  return (await keepTaken(tx, wanted.requestId, wanted.heldUntil)) ? 'free' : reserveWindow(tx, wanted)
}

/**
 * Takes the time of a window in which two calls would not fit, with the buffers of a slot, for a request without one;
 * `taken` where something else blocks it. The caller holds the lock of the person's schedule.
 */
export async function reserveWindow(tx: Tx, wanted: WindowTime): Promise<'free' | 'taken'> {
  const { personId, requestId, startsAt, endsAt, heldUntil, now, checked } = wanted
  const hours = await availabilityOf(tx, personId)
  const blockedFrom = new Date(startsAt.getTime() - hours.buffer_before * MINUTE_MS)
  const blockedUntil = new Date(endsAt.getTime() + hours.buffer_after * MINUTE_MS)
  const span = { from: blockedFrom, until: blockedUntil, now, checked }
  const inTheWay = await takenWithin(tx, personId, span)
  if (inTheWay.length > 0) return 'taken'
  await dropEndedHolds(tx, personId, span)
  const row = { sourceId: requestId, kind: 'window' as const, personId, startsAt, endsAt, heldUntil }
  await insertTaken(tx, { ...row, blockedFrom, blockedUntil })
  return 'free'
}
