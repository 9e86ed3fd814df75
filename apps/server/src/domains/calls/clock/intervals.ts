import type { Core, OutboxWriter } from '../../../core/core.ts'
import { newId } from '../../../core/ids.ts'
import { type Db, withTransaction } from '../../../db/client.ts'
import { CALL_TOPICS } from '../deps.ts'
import {
  acquireLease,
  type EndedBy,
  endOpenInterval,
  insertInterval,
  lockRoom,
  releaseRoom,
  selectAbandonedRooms,
  selectLastInterval,
  selectUsedMs,
} from '../store.ts'
import { closingMs, endsAtMs, type OpenInterval } from './paid-time.ts'

interface IntervalDeps {
  db: Db
  outbox: OutboxWriter
}

interface Opening {
  roomId: string
  holder: string
  totalMs: number
  /** Since when the caller saw all of the media flow; time that another process counted is not counted again. */
  sinceMs: number
}

/**
 * Takes the lease of a room and begins an interval; an interval that a former holder left open ends at its last
 * proven time. Returns the remaining time of another process's lease, or 'over' if no time is left.
 */
export function openInterval(
  db: Db,
  opening: Opening,
): Promise<OpenInterval | { heldForMs: number } | 'over'> {
  const { roomId, holder, totalMs, sinceMs } = opening
  return withTransaction(db, async tx => {
    const room = await lockRoom(tx, roomId)
    if (room.closedAt) return 'over'
    if (room.isHeld && room.holder !== holder) return { heldForMs: room.heldForMs }
    await endOpenInterval(tx, { roomId, at: 'last-proven', by: 'platform' })
    const usedBeforeMs = (await selectUsedMs(tx, [roomId])).get(roomId) ?? 0
    if (usedBeforeMs >= totalMs) return 'over'
    const epoch = room.epoch + 1
    await acquireLease(tx, { roomId, holder, epoch })
    const last = await selectLastInterval(tx, roomId)
    const startedAtMs = Math.max(sinceMs, last?.endedAt?.getTime() ?? sinceMs)
    const shownBeforeMs = Math.max(usedBeforeMs, room.shownMs)
    const id = newId(startedAtMs)
    const notBeforeMs = last?.endedAt?.getTime() ?? Number.NEGATIVE_INFINITY
    const before = { notBeforeMs, usedBeforeMs, shownBeforeMs }
    const interval: OpenInterval = { id, epoch, startedAtMs, ...before, totalMs }
    await insertInterval(tx, { id: interval.id, roomId, epoch, startedAt: new Date(startedAtMs) })
    return interval
  })
}

interface Closing {
  roomId: string
  holder: string
  interval: OpenInterval
  atMs: number
  by: EndedBy
}

/**
 * Ends an interval and releases the lease. 'lost' if the lease was not valid any more: then nothing is written,
 * because another process may have continued the count. If the time is used up, the room is closed for ever and the
 * outbox gets the rest.
 */
export function closeInterval(deps: IntervalDeps, closing: Closing): Promise<'closed' | 'lost'> {
  const { roomId, holder, interval, by } = closing
  return withTransaction(deps.db, async tx => {
    const room = await lockRoom(tx, roomId)
    if (!room.isHeld || room.holder !== holder || room.epoch !== interval.epoch) return 'lost'
    const at = new Date(by === 'time' ? endsAtMs(interval) : closingMs(interval, closing.atMs))
    const startedAt = new Date(interval.startedAtMs)
    await endOpenInterval(tx, { roomId, at, by, startedAt })
    await releaseRoom(tx, roomId, by === 'time' ? { closedAt: at } : {})
    if (by === 'time') await deps.outbox.add(tx, CALL_TOPICS.timeUsed, { requestId: roomId })
    return 'closed'
  })
}

/** Ends the intervals of dead holders at their last proven time, except in rooms that this process counts. */
export async function recoverAbandoned(
  { db, log }: Pick<Core, 'db' | 'log'>,
  of: 'lease-expired' | 'any-holder',
  isOurs: (roomId: string) => boolean,
): Promise<void> {
  for (const roomId of await selectAbandonedRooms(db, of)) {
    if (isOurs(roomId) || !(await recoverRoom(db, roomId, of))) continue
    log.info({ roomId }, 'a call that was cut off was closed at its last proven moment')
  }
}

/** Ends the interval of a dead holder at its last proven time, and raises the fence against the holder. */
function recoverRoom(db: Db, roomId: string, of: 'lease-expired' | 'any-holder'): Promise<boolean> {
  return withTransaction(db, async tx => {
    const room = await lockRoom(tx, roomId)
    if (room.isHeld && of === 'lease-expired') return false
    const found = await endOpenInterval(tx, { roomId, at: 'last-proven', by: 'platform' })
    if (found === 'none') return false
    await acquireLease(tx, { roomId, holder: 'nobody', epoch: room.epoch + 1 })
    await releaseRoom(tx, roomId)
    return true
  })
}
