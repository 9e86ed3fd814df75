import type { TicketDeps } from './issue-ticket.ts'
import { endOf } from './joining.ts'

/**
 * Begins the turn of people who wait connected: they send and see from now on, and the clock watches the room. It
 * checks again whether the turn may begin, because much may have changed while they waited.
 */
export async function admitEarly(
  { subjects, clock, callClock, logins, video }: TicketDeps,
  roomId: string,
): Promise<void> {
  const turn = await subjects.find({ roomId })
  if (turn?.kind !== 'call' || !turn.influencer || endOf(turn, clock.now())) return
  callClock.watch(turn)
  logins.noteBegun(roomId)
  await video.admitEarly(roomId, [turn.buyer.id, turn.influencer.id])
}
