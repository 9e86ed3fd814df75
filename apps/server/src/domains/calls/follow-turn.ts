import { MESSAGE_KEEPSAKE, type Reaction } from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import { ChatDelivery } from './chat/chat-delivery.ts'
import type { RoomChat } from './chat/room-chat.ts'
import type { TicketDeps } from './issue-ticket.ts'
import { sendStats } from './presence/call-presence.ts'
import { type RoomMessage, subscribeToRoom } from './room-messages.ts'
import type { RoomSubject } from './room-subject.ts'

type FollowDeps = Pick<TicketDeps, 'bus' | 'callClock' | 'log'> & { chat: RoomChat }

interface Turn {
  subject: RoomSubject
  /** Its chat and its reactions, for this socket alone. */
  talk: ChatDelivery
  stop: () => Promise<void>
}

interface Turns {
  followed: Turn | null
  awaited: Turn | null
  isClosed: boolean
}

/** The turn whose time and chat each socket gets, and the turn for which its person waits. */
const turnsOf = new WeakMap<PersonSocket, Turns>()

/**
 * Sends a socket the time and the chat of the turn that its person joins, instead of the turn before. The socket stays
 * open after the turn, because the line continues.
 */
export async function followTurn(
  deps: FollowDeps,
  socket: PersonSocket,
  subject: RoomSubject,
): Promise<void> {
  const turns = turnsAt(deps, socket)
  if (isOf(turns.followed, subject.roomId)) return
  if (isOf(turns.awaited, subject.roomId)) return begin(deps, socket)
  const turn = await subscribe(deps, socket, subject)
  // Attack: sockets that ask and close at once, each of which would leave a listener behind.
  if (turns.isClosed) return turn.stop()
  // Read only now: the awaited turn may have begun while this one was subscribed to.
  const before = turns.followed
  turns.followed = turn
  await leave(deps, socket, before)
  await deps.chat.welcome({ subject, socket })
}

const isOf = (turn: Turn | null, roomId: string) => turn?.subject.roomId === roomId

async function subscribe(deps: FollowDeps, socket: PersonSocket, subject: RoomSubject): Promise<Turn> {
  const { roomId } = subject
  const failed = (err: unknown) => deps.log.error({ err, roomId }, 'the chat of a turn could not be sent')
  const talk = new ChatDelivery(deps, { roomId, subject, sockets: () => [socket] }, failed)
  return {
    subject,
    talk,
    stop: await subscribeToRoom(deps.bus, roomId, handler(deps, socket, { roomId, talk })),
  }
}

/** The turn whose time this socket gets. */
export const followedTurn = (socket: PersonSocket): string | null =>
  turnsOf.get(socket)?.followed?.subject.roomId ?? null

/** Counts a reaction in the turn that this socket follows. */
export const reactInTurn = (socket: PersonSocket, reaction: Reaction): void =>
  turnsOf.get(socket)?.followed?.talk.react(reaction)

/** After messages of other processes may have been lost: sends the chat of the turn that this socket follows again. */
export const sendTurnChatAgain = (socket: PersonSocket): void =>
  turnsOf.get(socket)?.followed?.talk.handle({ kind: 'chat-again' })

/** A turn is over, or the page of one of its two is closed: no message about it is sent here any more. */
async function leave({ chat }: FollowDeps, socket: PersonSocket, turn: Turn | null): Promise<void> {
  if (!turn) return
  turn.talk.stop()
  await turn.stop()
  await chat.endSharing(turn.subject.roomId, socket)
}

/**
 * Sends a socket the time and the chat of the turn for which its person waits, once it begins; those of the former turn
 * end then. `goesOn` is the turn that this person is in now.
 */
export async function awaitTurn(
  deps: FollowDeps,
  socket: PersonSocket,
  { subject, goesOn }: { subject: RoomSubject; goesOn: string | null },
): Promise<void> {
  const turns = turnsAt(deps, socket)
  const { roomId } = subject
  // The awaited turn has begun, and its time was not sent yet: without this line it would never be sent.
  if (goesOn !== null && isOf(turns.awaited, goesOn)) await begin(deps, socket)
  const before = turns.awaited
  if (isOf(before, roomId) || isOf(turns.followed, roomId)) return
  const turn = await subscribe(deps, socket, subject)
  if (turns.isClosed) return turn.stop()
  turns.awaited = turn
  await before?.stop()
}

function turnsAt(deps: FollowDeps, socket: PersonSocket): Turns {
  const known = turnsOf.get(socket)
  if (known) return known
  const turns: Turns = { followed: null, awaited: null, isClosed: false }
  turnsOf.set(socket, turns)
  socket.onClosed(() => {
    turns.isClosed = true
    // The socket is closed: nobody is left to inform of a failure.
    turns.awaited?.stop().catch(() => undefined)
    leave(deps, socket, turns.followed).catch(() => undefined)
  })
  return turns
}

/** What was written before is in the welcome. */
async function begin(deps: FollowDeps, socket: PersonSocket): Promise<void> {
  const turns = turnsAt(deps, socket)
  const before = turns.followed
  const begun = turns.awaited
  turns.followed = begun
  turns.awaited = null
  leave(deps, socket, before).catch(error =>
    deps.log.error({ err: error }, 'a turn that is over is still followed'),
  )
  if (begun) await deps.chat.welcome({ subject: begun.subject, socket })
}

/**
 * What shows that the awaited turn is the current one: its time runs, or one of its two writes or reacts while the fan
 * is called. Nobody else may do so in its room.
 */
const BEGINS: ReadonlySet<RoomMessage['kind']> = new Set(['stats', 'chat-line', 'reactions'])

/** The messages of a turn's room for a person in it. */
function handler(
  deps: FollowDeps,
  socket: PersonSocket,
  { roomId, talk }: Pick<Turn, 'talk'> & { roomId: string },
) {
  const { callClock, log } = deps
  const failed = (words: string) => (err: unknown) => log.error({ err, roomId }, words)
  return (message: RoomMessage): void => {
    // The turn may be over, by a press in another process: a clock that counts it here ends it now.
    if (message.kind === 'changed') callClock.recheck(roomId).catch(failed('a turn could not be ended'))
    const turns = turnsAt(deps, socket)
    if (BEGINS.has(message.kind) && isOf(turns.awaited, roomId))
      begin(deps, socket).catch(failed('the chat of a turn could not be sent'))
    if (!isOf(turns.followed, roomId)) return
    switch (message.kind) {
      case 'stats':
      case 'ended':
        sendStats(socket, message.stats, roomId)
        break
      case 'keepsake':
        socket.send({ handler: MESSAGE_KEEPSAKE })
        break
      case 'chat-line':
      case 'chat-gone':
      case 'chat-changed':
      case 'chat-again':
      case 'reactions':
      case 'sharing':
        talk.handle(message)
    }
  }
}
