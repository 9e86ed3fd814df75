import type { Tx } from '../../../db/client.ts'
import type { Attendance } from '../calls/call-time.ts'
import type { RequestsDeps } from '../deps.ts'
import { isOpen } from '../request.ts'
import type { RequestRow } from '../store.ts'

/** What is stored of a person who is there may be as old as this. */
const SEEN_WITHIN_MS = 10_000

/**
 * A dispute puts both out of a running call, and an influencer who waits after the agreed start cannot wait on. It is
 * End Call of the buyer then, valid until they come back. Attack: a buyer who leaves early, or for whom the influencer
 * waits, lets their bank dispute the payment, so that a rest goes back that End Call or their absence would not give.
 */
export async function noteLeftByDispute(
  deps: Pick<RequestsDeps, 'callTime'>,
  tx: Tx,
  { row, now }: { row: RequestRow; now: Date },
): Promise<void> {
  if (!isOpen(row) || row.requestType === 'broadcast') return
  const isDue = row.begunAt !== null || (row.startsAt !== null && now >= row.startsAt)
  if (isDue && isInfluencerThere(await deps.callTime.attendance(tx, row.id), now))
    await deps.callTime.noteEndCall(tx, row.id, now)
}

function isInfluencerThere({ together, influencerAlone }: Attendance, now: Date): boolean {
  const running = together.filter(({ isOpen: isRunning }) => isRunning)
  return [...running, ...influencerAlone].some(({ untilMs }) => untilMs >= now.getTime() - SEEN_WITHIN_MS)
}
