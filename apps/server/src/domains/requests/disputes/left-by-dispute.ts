import type { Stretch } from '@parley/contract'
import type { Tx } from '../../../db/client.ts'
import type { Attendance } from '../calls/call-time.ts'
import type { RequestsDeps } from '../deps.ts'
import { isOpen } from '../request.ts'
import type { RequestRow } from '../store.ts'

/** What is stored of a person who is there may be as old as this. */
const SEEN_WITHIN_MS = 10_000
/** A person is alone from the other's last packet on. */
const ALONE_WITHIN_MS = 2_000

/**
 * A dispute puts both out of a running call, and an influencer who waits after the agreed start cannot wait on. It is
 * End Call of the buyer then, valid until they come back. Attack: a buyer who leaves early, or for whom the influencer
 * waits, lets their bank dispute the payment, so that a rest goes back that End Call or their absence would not give.
 * The application may see a dispute minutes after it began, or first that it is lost: it is End Call at the moment at
 * which it began, or at which its buyer left a call that went on.
 */
export async function noteLeftByDispute(
  deps: Pick<RequestsDeps, 'callTime'>,
  tx: Tx,
  { row, openedAt, now }: { row: RequestRow; openedAt: Date; now: Date },
): Promise<void> {
  if (!isOpen(row) || row.requestType === 'broadcast') return
  const isDue = row.begunAt !== null || (row.startsAt !== null && openedAt >= row.startsAt)
  if (!isDue) return
  const attendance = await deps.callTime.attendance(tx, row.id)
  const leftMs = leftAtMs(attendance, { openedMs: openedAt.getTime(), nowMs: now.getTime() })
  if (isInfluencerThere(attendance, leftMs)) await deps.callTime.noteEndCall(tx, row.id, new Date(leftMs))
}

/** When the dispute began, or when its buyer left after that: now, if they are still in the call. */
function leftAtMs(
  { together, buyerAlone }: Attendance,
  { openedMs, nowMs }: { openedMs: number; nowMs: number },
): number {
  if (together.some(stretch => stretch.isOpen && isSeen(stretch, nowMs))) return nowMs
  const seenMs = [...together, ...buyerAlone].map(({ untilMs }) => untilMs)
  return Math.min(nowMs, Math.max(openedMs, ...seenMs))
}

function isInfluencerThere({ together, influencerAlone }: Attendance, atMs: number): boolean {
  const inCall = together.filter(({ isOpen: isRunning, endedBy, untilMs }) =>
    isRunning ? true : endedBy === 'buyer' && untilMs === atMs,
  )
  const waiting = influencerAlone.filter(({ fromMs }) => fromMs <= atMs + ALONE_WITHIN_MS)
  return [...inCall, ...waiting].some(stretch => isSeen(stretch, atMs))
}

const isSeen = ({ untilMs }: Stretch, atMs: number): boolean => untilMs >= atMs - SEEN_WITHIN_MS
