import { MESSAGE_KEEPSAKE } from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import type { TicketDeps } from './issue-ticket.ts'
import { sendStats } from './presence/call-presence.ts'
import { subscribeToRoom } from './room-messages.ts'

interface Followed {
  roomId: string
  stop: () => Promise<void>
}

/** Which turn each socket is told the time of. */
const followed = new WeakMap<PersonSocket, Followed>()

/**
 * Tells a socket the time of the turn that its person joins, in place of the turn before. The socket stays open when
 * the turn is over: the line goes on.
 */
export async function followTurn(
  { bus, callClock, log }: Pick<TicketDeps, 'bus' | 'callClock' | 'log'>,
  socket: PersonSocket,
  roomId: string,
): Promise<void> {
  const before = followed.get(socket)
  if (before?.roomId === roomId) return
  const stop = await subscribeToRoom(bus, roomId, message => {
    // The turn may be over, by a press in another process: a clock that counts it here ends it now.
    if (message.kind === 'changed')
      callClock.recheck(roomId).catch(error => log.error({ err: error, roomId }, 'a turn could not be ended'))
    if (message.kind === 'keepsake') socket.send({ handler: MESSAGE_KEEPSAKE })
    if (message.kind === 'stats' || message.kind === 'ended') sendStats(socket, message.stats)
  })
  followed.set(socket, { roomId, stop })
  if (before) await before.stop()
  else
    socket.onClosed(
      () =>
        void followed
          .get(socket)
          ?.stop()
          .catch(() => undefined),
    )
}
