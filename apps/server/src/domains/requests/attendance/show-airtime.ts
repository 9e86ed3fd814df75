import type { DbOrTx } from '../../../db/client.ts'
import type { CallTime } from '../calls/call-time.ts'
import type { NamedRequest } from '../store.ts'
import { roomOf } from './room-of.ts'

interface Airtime {
  onAir: { start: string; end: string | null }[]
  usedSeconds: number
}

/** When the event of a place was on air, until the place ended; the database does not store who watched. */
export async function readAirtime(
  deps: { callTime: CallTime },
  db: DbOrTx,
  request: Pick<NamedRequest, 'row' | 'event'>,
): Promise<Airtime> {
  const { row } = request
  const { together } = await deps.callTime.attendance(db, roomOf(request).id)
  const placeEndsMs = row.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
  const onAir = together
    .filter(({ fromMs }) => fromMs < placeEndsMs)
    .map(stretch => ({ ...stretch, untilMs: Math.min(stretch.untilMs, placeEndsMs) }))
  const usedMs = onAir.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
  return {
    onAir: onAir.map(({ fromMs, untilMs, isOpen }) => ({
      start: new Date(fromMs).toISOString(),
      end: isOpen && row.endedAt === null ? null : new Date(untilMs).toISOString(),
    })),
    usedSeconds: Math.min(Math.floor(usedMs / 1000), row.durationSeconds),
  }
}
