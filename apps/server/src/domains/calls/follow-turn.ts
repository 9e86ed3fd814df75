import { MESSAGE_KEEPSAKE } from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import { type RoomChat, sendSharing } from './chat/room-chat.ts'
import type { TicketDeps } from './issue-ticket.ts'
import { sendStats } from './presence/call-presence.ts'
import { type RoomMessage, subscribeToRoom } from './room-messages.ts'

type FollowDeps = Pick<TicketDeps, 'bus' | 'callClock' | 'log'> & {
  chat: Pick<RoomChat, 'endSharing' | 'notes'>
}

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
  const turns = turnsAt(deps, socket)
  if (turns.followed?.roomId === roomId) return
  const isAwaited = turns.awaited?.roomId === roomId
  if (isAwaited) begin(deps, socket)
  else await follow(deps, socket, roomId)
  if (turns.isClosed) return
  for (const sharing of await deps.chat.notes.sharing(roomId)) sendSharing(socket, sharing)
}

async function follow(deps: FollowDeps, socket: PersonSocket, roomId: string): Promise<void> {
  const turns = turnsAt(deps, socket)
  const before = turns.followed
  const stop = await subscribeToRoom(deps.bus, roomId, handler(deps, socket, roomId))
  // Attack: sockets that ask and close at once, each of which would leave a listener behind.
  if (turns.isClosed) return stop()
  turns.followed = { roomId, stop }
  await leave(deps, socket, before)
}

/** The turn whose time this socket gets. */
export const followedTurn = (socket: PersonSocket): string | null =>
  turnsOf.get(socket)?.followed?.roomId ?? null

/** A turn is over, or the page of one of its two is closed: nothing of it is told here any more. */
async function leave({ chat }: FollowDeps, socket: PersonSocket, turn: Turn | null): Promise<void> {
  if (!turn) return
  await turn.stop()
  await chat.endSharing(turn.roomId, socket)
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
  const turns = turnsAt(deps, socket)
  // The turn that was awaited has begun, and its time was not told yet: without this line it would never be told.
  if (goesOn !== null && turns.awaited?.roomId === goesOn) begin(deps, socket)
  const before = turns.awaited
  if (before?.roomId === roomId || turns.followed?.roomId === roomId) return
  const heard = handler(deps, socket, roomId)
  const stop = await subscribeToRoom(deps.bus, roomId, message => {
    if (message.kind === 'stats' && turns.awaited?.roomId === roomId) begin(deps, socket)
    heard(message)
  })
  if (turns.isClosed) return stop()
  turns.awaited = { roomId, stop }
  await before?.stop()
}

function turnsAt(deps: FollowDeps, socket: PersonSocket): Turns {
  const known = turnsOf.get(socket)
  if (known) return known
  const turns: Turns = { followed: null, awaited: null, isClosed: false }
  turnsOf.set(socket, turns)
  socket.onClosed(() => {
    turns.isClosed = true
    // The socket is closed: nobody is left to hear of a failure.
    turns.awaited?.stop().catch(() => undefined)
    leave(deps, socket, turns.followed).catch(() => undefined)
  })
  return turns
}

function begin(deps: FollowDeps, socket: PersonSocket): void {
  const turns = turnsAt(deps, socket)
  const before = turns.followed
  turns.followed = turns.awaited
  turns.awaited = null
  leave(deps, socket, before).catch(error =>
    deps.log.error({ err: error }, 'a turn that is over is still followed'),
  )
}

/** The messages of a turn's room for a person in it. */
function handler(deps: FollowDeps, socket: PersonSocket, roomId: string) {
  const { callClock, log } = deps
  return (message: RoomMessage): void => {
    // The turn may be over, by a press in another process: a clock that counts it here ends it now.
    if (message.kind === 'changed')
      callClock.recheck(roomId).catch(error => log.error({ err: error, roomId }, 'a turn could not be ended'))
    if (turnsAt(deps, socket).followed?.roomId !== roomId) return
    if (message.kind === 'sharing') sendSharing(socket, message.sharing)
    if (message.kind === 'keepsake') socket.send({ handler: MESSAGE_KEEPSAKE })
    if (message.kind === 'stats' || message.kind === 'ended') sendStats(socket, message.stats, roomId)
  }
}
