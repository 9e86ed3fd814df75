import type { TicketDeps } from './issue-ticket.ts'
import { endOf } from './joining.ts'

/**
 * The turn of those who wait connected begins: they send and see from now on, and its clock is watched. Whether the turn
 * may go on is asked anew, since much may have become of it while they waited.
 */
export async function letIn(
  { subjects, clock, callClock, logins, video }: TicketDeps,
  roomId: string,
): Promise<void> {
  const turn = await subjects.find({ roomId })
  if (turn?.kind !== 'call' || !turn.influencer || endOf(turn, clock.now())) return
  callClock.watch(turn)
  logins.noteBegun(roomId)
  await video.letIn(roomId, [turn.buyer.id, turn.influencer.id])
}
