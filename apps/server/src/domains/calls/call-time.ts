import type { CallTime } from '../requests/public.ts'
import { selectLastInterval, selectRoom, selectShownTime, selectUsedMs } from './store.ts'

/**
 * Used time and attendance, read from the stored intervals: the same answer in every process. What is shown runs with a
 * live call and never goes back; what money is decided by counts what is proven.
 */
export function createCallTime(): CallTime {
  return {
    async shownMs(db, requestIds) {
      const shown = await selectShownTime(db, requestIds)
      return new Map([...shown].map(([roomId, { shownMs }]) => [roomId, shownMs]))
    },
    usedMs: selectUsedMs,
    async attendance(db, requestId) {
      const [used, room, last] = [
        await selectUsedMs(db, [requestId]),
        await selectRoom(db, requestId),
        await selectLastInterval(db, requestId),
      ]
      return {
        usedMs: used.get(requestId) ?? 0,
        isLive: last !== null && last.endedAt === null,
        lastEndedAt: last?.endedAt ?? null,
        lastEndedBy: last?.endedBy ?? null,
        buyerSeenAt: room?.buyerSeenAt ?? null,
        influencerSeenAt: room?.influencerSeenAt ?? null,
        influencerWaitedMs: room?.influencerWaitedMs ?? 0,
      }
    },
  }
}
