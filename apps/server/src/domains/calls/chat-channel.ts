import {
  MESSAGE_CHAT,
  MESSAGE_ERROR,
  MESSAGE_SESSION,
  type Moderation,
  NOT_YOUR_TURN,
  type Reaction,
  type SharingState,
} from '@parley/contract'
import type { PersonSocket, Question } from '../../realtime/person-socket.ts'
import type { Channel } from '../../realtime/upgrade.ts'
import { admitEarly } from './admit-early.ts'
import type { ChatModeration } from './chat/moderate-chat.ts'
import type { RoomChat, Writer } from './chat/room-chat.ts'
import { endCall } from './clock/end-call.ts'
import { awaitTurn, followedTurn, followTurn, reactInTurn } from './follow-turn.ts'
import { issueEarlyTicket, issueTicket, roomToAwait, roomToJoin, type TicketDeps } from './issue-ticket.ts'
import { closeCodeOf, findDenial, opensLater } from './joining.ts'
import { type CallPresence, sendStats } from './presence/call-presence.ts'
import { isPerformer, keyOfRoom, type RoomKey, type RoomSubject, turnLineOf } from './room-subject.ts'

export interface ChatDeps extends TicketDeps {
  presence: CallPresence
  chat: RoomChat
  moderation: ChatModeration
}

const reasons = {
  unknown: 'there is nothing here',
  stranger: 'this is not yours',
  unpaid: 'this has not been paid',
  processing: 'the payment of this is still being processed',
  disputed: 'a bank disputes the payment of this',
  returned: 'the money of this goes back',
  over: 'this is over',
  age: 'this person has to say their birth date first',
  too_young: 'this person is too young for it',
} as const

/**
 * `/chat/{slug}/` and its twin `/paidchat/{slug}/`: a party gets in by either, and their side is the server's to say.
 */
export function chatChannel(deps: ChatDeps, name: 'chat' | 'paidchat'): Channel {
  return roomChannel(deps, name, slug => ({ slug }))
}

/** `/stream/{slug}/`: an event's owner and everyone who has a paid place. */
export function streamChannel(deps: ChatDeps): Channel {
  return roomChannel(deps, 'stream', eventSlug => ({ eventSlug }))
}

function roomChannel(deps: ChatDeps, name: string, keyOf: (slug: string) => RoomKey): Channel {
  return {
    name,
    async admit(person, slug) {
      const subject = await deps.subjects.find(keyOf(slug))
      const denial = await findDenial(deps, subject, person.id)
      // Too early is no refusal: the page waits and asks again.
      if (subject && (!denial || denial.why === 'not-open-yet')) {
        return { enter: socket => enter(deps, subject, socket) }
      }
      const why = denial && denial.why !== 'not-open-yet' ? denial.why : 'unknown'
      return { code: closeCodeOf[why], reason: reasons[why] }
    },
  }
}

/** Admits the socket first: it gets answers after older tabs of the same person are closed. */
function enter(deps: ChatDeps, subject: RoomSubject, socket: PersonSocket): void {
  const fail = (error: unknown) => {
    deps.log.error({ err: error, roomId: subject.roomId }, 'a question on a call socket failed')
    socket.send({ handler: MESSAGE_ERROR, messages: ['Something went wrong.'] })
  }
  let turn = admit(deps, subject, socket).catch(fail)
  socket.onQuestion(question => {
    const at = deps.clock.now()
    turn = turn.then(() => answer(deps, { subject, socket, question, at })).catch(fail)
  })
}

interface ChatRequest {
  subject: RoomSubject
  socket: PersonSocket
  question: Question
  at: Date
}

async function answer(
  deps: ChatDeps,
  { subject: asEntered, socket, question, at }: ChatRequest,
): Promise<void> {
  const { roomId } = asEntered
  if (!('type' in question))
    return question.handler_kwargs?.next
      ? answerEarly(deps, asEntered, socket)
      : answerSession(deps, asEntered, socket)
  if (question.type === 'end_call') return endCall(deps, { roomId, personId: socket.person.id, at })
  // Attack: messages that were sent before a newer tab, an end or a removal closed this socket.
  const subject = deps.presence.subjectFor(roomId, socket)
  if (!subject) return
  switch (question.type) {
    case 'chat':
      return say(deps, { subject, socket }, question)
    case 'moderate':
      return moderate(deps, { subject, socket }, question)
    case 'share':
      return share(deps, { subject, socket }, question.state)
    case 'react':
      return react(deps, { subject, socket }, question)
    case 'hand':
      return deps.stage.hand({ subject, socket }, question.raised)
    case 'stage':
      return deps.stage.act({ subject, socket }, question)
  }
}

/**
 * The room in which a person writes and reacts: in a queue the current turn, if it is theirs and the one that they
 * name. Attack: an usher, or a fan who waits or had an earlier turn, writes to the two people who meet now. And the
 * next fan does not read what a host writes at the end of a turn.
 */
async function roomToTalk(
  deps: ChatDeps,
  { subject, socket }: Writer,
  session: string | undefined,
): Promise<RoomSubject | null> {
  const room = await roomToJoin(deps, subject, socket.person.id)
  if (!room || turnLineOf(room) === null) return room
  if (session !== room.roomId || socket.isPutOut()) return null
  await followTurn(deps, socket, room)
  return room
}

async function say(deps: ChatDeps, writer: Writer, said: Extract<Question, { type: 'chat' }>): Promise<void> {
  const { socket } = writer
  const { id, session } = said
  const room = await roomToTalk(deps, writer, session)
  if (room) return deps.chat.say({ subject: room, socket }, said)
  const named = session === undefined ? {} : { session }
  socket.send({ handler: MESSAGE_CHAT, payload: { refused: { id, why: 'closed' } }, ...named })
}

async function react(
  deps: ChatDeps,
  writer: Writer,
  { reaction, session }: { reaction: Reaction; session?: string | undefined },
): Promise<void> {
  const room = await roomToTalk(deps, writer, session)
  if (!room) return
  if (turnLineOf(room) === null) deps.presence.react(room.roomId, reaction)
  else reactInTurn(writer.socket, reaction)
}

/** The host of a line changes the rules of its chats during a turn; they hold for the turns after it too. */
async function moderate(deps: ChatDeps, { subject, socket }: Writer, act: Moderation): Promise<void> {
  const room = await roomToJoin(deps, subject, socket.person.id)
  if (room) return deps.moderation.moderate({ subject: room, socket }, act)
  socket.send({ handler: MESSAGE_CHAT, payload: { refused: { id: null, why: 'closed' } } })
}

/** In a queue a screen is shared in a turn, with its other person: the server sends it to nobody else in the line. */
async function share(deps: ChatDeps, { subject, socket }: Writer, state: SharingState): Promise<void> {
  const room = await roomToJoin(deps, subject, socket.person.id)
  if (room) return deps.chat.share({ subject: room, socket }, state)
  const over = followedTurn(socket)
  if (over) await deps.chat.endSharing(over, socket)
}

async function admit(deps: ChatDeps, subject: RoomSubject, socket: PersonSocket): Promise<void> {
  await deps.presence.enter(subject, socket)
  sendStats(socket, await deps.callClock.stats(subject))
  await deps.chat.welcome({ subject, socket })
  await deps.stage.welcome({ subject, socket })
}

/** Answers `get_session`; the host, protocol and type it may carry are not believed. */
async function answerSession(deps: ChatDeps, asEntered: RoomSubject, socket: PersonSocket): Promise<void> {
  const subject = await deps.subjects.find(keyOfRoom(asEntered))
  const denial = await findDenial(deps, subject, socket.person.id)
  if (denial?.why === 'not-open-yet') {
    socket.send({ handler: MESSAGE_ERROR, messages: [earlyWords(subject, socket.person.id, denial)] })
  } else if (denial || !subject) {
    const why = denial?.why ?? 'unknown'
    socket.close(closeCodeOf[why], reasons[why])
  } else {
    const room = await roomToJoin(deps, subject, socket.person.id)
    if (!room) return socket.send({ handler: MESSAGE_ERROR, messages: [NOT_YOUR_TURN] })
    if (room.roomId !== asEntered.roomId) await followTurn(deps, socket, room)
    const ticket = await issueTicket(deps, { subject: room, person: socket.person })
    socket.send({ handler: MESSAGE_SESSION, ...ticket })
  }
}

/** A fan in a line waits for their turn, also before the event opens. */
function earlyWords(subject: RoomSubject | null, personId: string, { opensAt }: { opensAt: Date }): string {
  const isLine = subject?.kind === 'broadcast' && subject.format === 'queue'
  return isLine && !isPerformer(subject, personId) ? NOT_YOUR_TURN : opensLater(opensAt)
}

/**
 * The ticket for the turn that comes next, to wait there. A person who is not next gets no answer: they get a ticket
 * once their turn comes.
 */
async function answerEarly(deps: ChatDeps, asEntered: RoomSubject, socket: PersonSocket): Promise<void> {
  const { id } = socket.person
  const { roomId } = asEntered
  const subject = await deps.subjects.find(keyOfRoom(asEntered))
  if (!subject || socket.isPutOut() || (await findDenial(deps, subject, id))) return
  const room = await roomToAwait(deps, subject, id)
  if (!room) return
  const goesOn = await deps.subjects.turnOf(roomId, id)
  await awaitTurn(deps, socket, { subject: room, goesOn })
  const ticket = await issueEarlyTicket(deps, { subject: room, person: socket.person })
  // Their turn may have begun in between: then the ticket is for the turn.
  if ((await deps.subjects.turnOf(roomId, id)) === room.roomId) await admitEarly(deps, room.roomId)
  socket.send({ handler: MESSAGE_SESSION, ...ticket, is_early: true })
}
