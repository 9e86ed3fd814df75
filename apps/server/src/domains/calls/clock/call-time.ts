import type { DbOrTx } from '../../../db/client.ts'
import type { CallTime } from '../../requests/public.ts'
import { selectMediaMinutes } from '../media-minute-store.ts'
import {
  selectIntervals,
  selectLastInterval,
  selectRoom,
  selectShownTime,
  selectStretchesAlone,
  selectUsedMs,
} from '../store.ts'

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
    async attendance(db, requestId) {
      const [used, room, intervals, alone] = [
        await selectUsedMs(db, [requestId]),
        await selectRoom(db, requestId),
        await selectIntervals(db, requestId),
        await selectStretchesAlone(db, requestId),
      ]
      const aloneOf = (side: 'buyer' | 'influencer') =>
        alone
          .filter(stretch => stretch.side === side)
          .map(({ startedAt, provenUntil }) => stretchOf(startedAt, provenUntil))
      return {
        usedMs: used.get(requestId) ?? 0,
        isLive: intervals.some(({ endedAt }) => endedAt === null),
        together: intervals.map(({ startedAt, endedAt, provenUntil, endedBy }) => ({
          ...stretchOf(startedAt, endedAt ?? provenUntil),
          endedBy,
          isOpen: endedAt === null,
        })),
        influencerAlone: aloneOf('influencer'),
        buyerAlone: aloneOf('buyer'),
        buyerEndedAtMs: room?.buyerEndedAt?.getTime() ?? null,
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
