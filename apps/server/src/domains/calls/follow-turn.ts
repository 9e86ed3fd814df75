import { MESSAGE_KEEPSAKE } from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import type { TicketDeps } from './issue-ticket.ts'
import { sendStats } from './presence/call-presence.ts'
import { type RoomMessage, subscribeToRoom } from './room-messages.ts'

type FollowDeps = Pick<TicketDeps, 'bus' | 'callClock' | 'log'>

interface Turn {
  roomId: string
  stop: () => Promise<void>
}

interface Turns {
  followed: Turn | null
  awaited: Turn | null
  isClosed: boolean
}

/** The turn whose time each socket gets, and the turn for which its person waits. */
const turnsOf = new WeakMap<PersonSocket, Turns>()

/**
 * Sends a socket the time of the turn that its person joins, instead of the turn before. The socket stays open after
 * the turn, because the line continues.
 */
export async function followTurn(deps: FollowDeps, socket: PersonSocket, roomId: string): Promise<void> {
  const turns = turnsAt(socket)
  const before = turns.followed
  if (before?.roomId === roomId) return
  const isAwaited = turns.awaited?.roomId === roomId
  if (isAwaited) return begin(deps, socket)
  const stop = await subscribeToRoom(deps.bus, roomId, hear(deps, socket, roomId))
  // Attack: sockets that ask and close at once, each of which would leave a listener behind.
  if (turns.isClosed) return stop()
  turns.followed = { roomId, stop }
  await before?.stop()
}

/**
 * Sends a socket the time of the turn for which its person waits, once it begins; that of the former turn ends then.
 * `goesOn` is the turn that this person is in now.
 */
export async function awaitTurn(
  deps: FollowDeps,
  socket: PersonSocket,
  { roomId, goesOn }: { roomId: string; goesOn: string | null },
): Promise<void> {
  const turns = turnsAt(socket)
  // The turn that was awaited has begun, and its time was not told yet: without this line it would never be told.
  if (goesOn !== null && turns.awaited?.roomId === goesOn) begin(deps, socket)
  const before = turns.awaited
  if (before?.roomId === roomId || turns.followed?.roomId === roomId) return
  const heard = hear(deps, socket, roomId)
  const stop = await subscribeToRoom(deps.bus, roomId, message => {
    if (message.kind === 'stats' && turns.awaited?.roomId === roomId) begin(deps, socket)
    heard(message)
  })
  if (turns.isClosed) return stop()
  turns.awaited = { roomId, stop }
  await before?.stop()
}

function turnsAt(socket: PersonSocket) {
  const known = turnsOf.get(socket)
  if (known) return known
  const turns: Turns = { followed: null, awaited: null, isClosed: false }
  turnsOf.set(socket, turns)
  socket.onClosed(() => {
    turns.isClosed = true
    // The socket is closed: nobody is left to hear of a failure.
    for (const turn of [turns.followed, turns.awaited]) turn?.stop().catch(() => undefined)
  })
  return turns
}

function begin({ log }: FollowDeps, socket: PersonSocket): void {
  const turns = turnsAt(socket)
  const before = turns.followed
  turns.followed = turns.awaited
  turns.awaited = null
  before?.stop().catch(error => log.error({ err: error }, 'a turn that is over is still followed'))
}

/** The messages of a turn's room for a person in it. */
function hear({ callClock, log }: FollowDeps, socket: PersonSocket, roomId: string) {
  return (message: RoomMessage): void => {
    // The turn may be over, by a press in another process: a clock that counts it here ends it now.
    if (message.kind === 'changed')
      callClock.recheck(roomId).catch(error => log.error({ err: error, roomId }, 'a turn could not be ended'))
    if (turnsAt(socket).followed?.roomId !== roomId) return
    if (message.kind === 'keepsake') socket.send({ handler: MESSAGE_KEEPSAKE })
    if (message.kind === 'stats' || message.kind === 'ended') sendStats(socket, message.stats, roomId)
  }
}
