import { batchLookups } from '../../../core/batch-lookups.ts'
import type { Db, DbOrTx } from '../../../db/client.ts'
import type { CallTime } from '../../requests/public.ts'
import { selectMediaMinutes } from '../media-minute-store.ts'
import { noteEndCall, selectAttendance, selectLastInterval, selectShownTime, selectUsedMs } from '../store.ts'

/**
 * Used time and attendance from the stored intervals: the same result in every process. The displayed time runs with
 * a live call and never goes back; proven time decides about money.
 */
export function createCallTime(): CallTime & { airtime: typeof airtimeOf } {
  return {
    airtime: airtimeOf,
    async shownMs(db, requestIds) {
      const shown = await selectShownTime(db, requestIds)
      return new Map([...shown].map(([roomId, { shownMs }]) => [roomId, shownMs]))
    },
    usedMs: selectUsedMs,
    mediaMinutes: selectMediaMinutes,
    noteEndCall,
    async attendance(db, requestId) {
      const { intervals, alone, buyerEndedAt } = await selectAttendance(db, requestId)
      const aloneOf = (side: 'buyer' | 'influencer') =>
        alone[side].map(({ startedAt, provenUntil }) => stretchOf(startedAt, provenUntil))
      const together = intervals.map(({ startedAt, endedAt, provenUntil, endedBy }) => ({
        ...stretchOf(startedAt, endedAt ?? provenUntil),
        endedBy,
        isOpen: endedAt === null,
      }))
      return {
        usedMs: together.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0),
        isLive: together.some(({ isOpen }) => isOpen),
        together,
        influencerAlone: aloneOf('influencer'),
        buyerAlone: aloneOf('buyer'),
        buyerEndedAtMs: buyerEndedAt?.getTime() ?? null,
      }
    },
  }
}

const stretchOf = (from: Date, until: Date) => ({ fromMs: from.getTime(), untilMs: until.getTime() })

/** The broadcast time of an event. */
async function airtimeOf(db: DbOrTx, eventId: string) {
  const used = await selectUsedMs(db, [eventId])
  const last = await selectLastInterval(db, eventId)
  return {
    usedMs: used.get(eventId) ?? 0,
    isLive: last !== null && last.endedAt === null,
    lastEndedAt: last?.endedAt ?? null,
    countedUntil: last?.endedAt ?? last?.provenUntil ?? null,
  }
}

/** The time of rooms from the database; one query serves everybody who comes to a room at once. */
export const storedTime = (db: Db) => ({
  usedMs: batchLookups(roomIds => selectUsedMs(db, roomIds)),
  shown: batchLookups(roomIds => selectShownTime(db, roomIds)),
})
