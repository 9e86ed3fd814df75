import {
  type CallStats,
  closeCodes,
  MESSAGE_CALL_STATS,
  MESSAGE_KEEPSAKE,
  MESSAGE_PRESENCE_STATS,
  MESSAGE_QUEUE,
  MESSAGE_SIZES,
  type Reaction,
  type VideoSizes,
} from '@parley/contract'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import type { EventSubject } from '../../live-events/public.ts'
import type { PresenceEntry } from '../bus.ts'
import { ChatDelivery } from '../chat/chat-delivery.ts'
import type { ChatRoom } from '../chat/chat-room.ts'
import type { RoomChat } from '../chat/room-chat.ts'
import type { Side } from '../clock/media-flow.ts'
import { Paced } from '../clock/paced.ts'
import type { CallsDeps } from '../deps.ts'
import { QuestionDelivery } from '../questions/question-delivery.ts'
import { publishToRoom, type RoomMessage, subscribeToRoom } from '../room-messages.ts'
import { isParty, isPerformer, type RoomSubject } from '../room-subject.ts'
import type { RoomStage } from '../stage/room-stage.ts'
import { StageDelivery } from '../stage/stage-delivery.ts'
import { glanceFor, presenceFor, viewersText } from './presence-stats.ts'

/** An entry outlives the process that made it by at most this. */
const ENTRY_TTL_MS = 30_000
/** At an event, changes of presence are sent together: at once, then at most this often, */
const SEND_EVERY_MS = 300
/** and less often in a full event, so that a rush does not flood everyone inside with messages. */
const SENT_PER_SECOND_MAX = 2_000

interface Member {
  socket: PersonSocket
  side: Side
  entry: PresenceEntry
  /** The presence that a viewer of an event last got. */
  sentPresence: string
  /** The same of the line of a queue. */
  sentLine: string
  /** Whether this person's entry was written to the bus. */
  isIn: boolean
}

interface LocalRoom {
  subject: RoomSubject
  members: Map<string, Member>
  subscription: Promise<() => Promise<void>>
  presence: Paced
  line: Paced
  chat: ChatDelivery
  questions: QuestionDelivery
  stage: StageDelivery
  /** The last sent counts of viewers by size of the owner's video. */
  sizes: VideoSizes | null
}

export interface PresenceListeners {
  /** The request of a call with people here has changed in some process. */
  onChanged(subject: RoomSubject): void
  chat: RoomChat
  stage: RoomStage
}

/** The presence sockets of this process, by call; other processes are reached through the bus. */
export class CallPresence {
  #deps: CallsDeps
  #listeners: PresenceListeners
  #rooms = new Map<string, LocalRoom>()

  constructor(deps: CallsDeps, listeners: PresenceListeners) {
    this.#deps = deps
    this.#listeners = listeners
  }

  /** Everyone with a socket here. */
  members(): { roomId: string; socket: PersonSocket }[] {
    return [...this.#rooms].flatMap(([roomId, { members }]) =>
      [...members.values()].map(({ socket }) => ({ roomId, socket })),
    )
  }

  /** The broadcasts whose people are here. */
  broadcasts(): EventSubject[] {
    return [...this.#rooms.values()].flatMap(({ subject }) =>
      subject.kind === 'broadcast' && subject.format === 'broadcast' ? [subject] : [],
    )
  }

  /** Counts a reaction of somebody who is here. */
  react(roomId: string, reaction: Reaction): void {
    this.#rooms.get(roomId)?.chat.react(reaction)
  }

  /** The present room for a socket that represents its person in it; null for a removed one. */
  subjectFor(roomId: string, socket: PersonSocket): RoomSubject | null {
    const room = this.#rooms.get(roomId)
    if (!room?.members.has(socket.id) || socket.isPutOut()) return null
    const { subject } = room
    return subject.kind === 'broadcast' || isParty(subject, socket.person.id) ? subject : null
  }

  /**
   * Admits a party's socket; an older socket of the party learns that it was replaced, and its media ends unless the
   * same page reconnected.
   */
  async enter(subject: RoomSubject, socket: PersonSocket): Promise<void> {
    const { bus, video } = this.#deps
    const roomId = subject.roomId
    const { id: personId, username } = socket.person
    const side: Side = isPerformer(subject, personId) ? 'influencer' : 'buyer'
    const sinceMs = socket.openedAt.getTime()
    const page = socket.pageId === null ? {} : { pageId: socket.pageId }
    const entry: PresenceEntry = { connectionId: socket.id, personId, username, sinceMs, ...page }
    const room = this.#open(subject)
    const member: Member = { socket, side, entry, sentPresence: '', sentLine: '', isIn: false }
    room.members.set(socket.id, member)
    socket.onClosed(() => this.#leave(room, member))
    await room.subscription
    const older = await bus.enter(roomId, entry, ENTRY_TTL_MS)
    member.isIn = true
    if (!room.members.has(socket.id)) return bus.leave(roomId, entry)
    if (older.length > 0) {
      const connectionIds = older.map(each => each.connectionId)
      await publishToRoom(bus, roomId, { kind: 'replaced', connectionIds })
      const isSamePage = older.every(each => each.pageId !== undefined && each.pageId === entry.pageId)
      if (!isSamePage) await video.removeParticipant(roomId, personId, 'replaced')
    }
    if (subject.kind === 'broadcast' && subject.format === 'queue') room.line.request()
    sendSizes(room, member)
    await publishToRoom(bus, roomId, { kind: 'presence' })
  }

  #open(subject: RoomSubject): LocalRoom {
    const roomId = subject.roomId
    const found = this.#rooms.get(roomId)
    if (found) {
      found.subject = subject
      return found
    }
    const failed = (error: unknown) => this.#failed(error, roomId)
    const paced = (send: () => Promise<void>) =>
      new Paced(
        () => send().catch(failed),
        () => Math.max(SEND_EVERY_MS, (room.members.size / SENT_PER_SECOND_MAX) * 1000),
      )
    const chatRoom: ChatRoom = {
      roomId,
      get subject() {
        return room.subject
      },
      sockets: () => [...room.members.values()].map(({ socket }) => socket),
    }
    const room: LocalRoom = {
      subject,
      members: new Map(),
      subscription: subscribeToRoom(this.#deps.bus, roomId, message => this.#handle(room, message)),
      presence: paced(() => this.#sendPresence(room)),
      line: paced(() => this.#sendQueue(room)),
      chat: new ChatDelivery({ chat: this.#listeners.chat, bus: this.#deps.bus }, chatRoom, failed),
      questions: new QuestionDelivery(this.#deps, chatRoom, failed),
      stage: new StageDelivery(this.#listeners.stage, chatRoom, failed),
      sizes: null,
    }
    this.#rooms.set(roomId, room)
    return room
  }

  #leave(room: LocalRoom, member: Member): void {
    const { bus } = this.#deps
    const roomId = room.subject.roomId
    room.members.delete(member.socket.id)
    const isLast = room.members.size === 0
    if (isLast) {
      this.#rooms.delete(roomId)
      room.presence.stop()
      room.line.stop()
      room.chat.stop()
      room.questions.stop()
      room.stage.stop()
    }
    const left = async () => {
      await bus.leave(roomId, member.entry)
      await publishToRoom(bus, roomId, { kind: 'presence' })
      await this.#listeners.chat.left({ subject: room.subject, socket: member.socket })
      await this.#listeners.stage.left({ subject: room.subject, socket: member.socket })
      if (isLast) await (await room.subscription)()
    }
    left().catch(error => this.#failed(error, roomId))
  }

  #failed(error: unknown, roomId: string): void {
    this.#deps.log.error({ err: error, roomId }, 'presence could not be told')
  }

  #handle(room: LocalRoom, message: RoomMessage): void {
    switch (message.kind) {
      case 'presence':
        this.#presenceChanged(room)
        break
      case 'changed':
        this.#listeners.onChanged(room.subject)
        this.#closeOutsiders(room).catch(error => this.#failed(error, room.subject.roomId))
        break
      case 'questions':
        room.questions.handle(message.ids)
        break
      case 'keepsake':
        for (const { socket } of room.members.values()) socket.send({ handler: MESSAGE_KEEPSAKE })
        break
      case 'queue':
        room.line.request()
        break
      case 'hands':
      case 'stage':
        room.stage.handle(message.kind)
        break
      case 'replaced':
        for (const id of message.connectionIds)
          room.members.get(id)?.socket.close(closeCodes.replaced, 'replaced by a newer tab')
        break
      case 'sizes':
        room.sizes = message.sizes
        for (const member of room.members.values()) sendSizes(room, member)
        break
      case 'place-lost':
        this.#placeLost(room, message.personId)
        break
      case 'stats':
        sendToAll(room, message.stats)
        break
      case 'ended':
        sendToAll(room, message.stats)
        for (const { socket } of room.members.values()) socket.close(message.code, 'this call is over')
        this.#endNotes(room.subject.roomId).catch(error => this.#failed(error, room.subject.roomId))
        break
      default:
        room.chat.handle(message)
    }
  }

  /**
   * The embedded provider holds media in the process of the socket, which need not be the one that found the place
   * lost.
   */
  #placeLost({ subject: { roomId }, members }: LocalRoom, personId: string): void {
    const theirs = [...members.values()].filter(({ entry }) => entry.personId === personId)
    for (const { socket } of theirs) closeUnpaid(socket)
    if (theirs.length === 0) return
    this.#deps.video
      .removeParticipant(roomId, personId, 'not paid')
      .catch(error => this.#failed(error, roomId))
  }

  async #endNotes(roomId: string): Promise<void> {
    await this.#listeners.chat.notes.ended(roomId)
    await this.#listeners.stage.notes.ended(roomId)
  }

  /** Closes the sockets of people without a side in the call: another person attends in their place. */
  async #closeOutsiders(room: LocalRoom): Promise<void> {
    if (room.subject.kind !== 'call') return
    const subject = await this.#deps.subjects.find({ roomId: room.subject.roomId })
    if (subject?.kind !== 'call') return
    room.subject = subject
    for (const { socket, entry } of room.members.values()) {
      if (isParty(subject, entry.personId)) continue
      socket.close(closeCodes.forbidden, 'somebody else attends this call')
    }
  }

  /** In a call both people get each change at once. */
  #presenceChanged(room: LocalRoom): void {
    if (room.subject.kind === 'broadcast') room.presence.request()
    else this.#sendPresence(room).catch(error => this.#failed(error, room.subject.roomId))
  }

  async #sendPresence({ subject, members }: LocalRoom): Promise<void> {
    const people = [...members.values()].map(({ entry }) => entry.personId)
    const attendance = await this.#deps.bus.present(subject.roomId, glanceFor(subject, people))
    const asViewer = subject.kind === 'broadcast' ? viewersText(subject, attendance) : null
    for (const member of members.values()) {
      const { personId: id, username } = member.entry
      const text =
        asViewer && !isPerformer(subject, id)
          ? asViewer(username)
          : JSON.stringify({
              handler: MESSAGE_PRESENCE_STATS,
              payload: presenceFor(subject, attendance, { id, username }),
            })
      if (subject.kind === 'broadcast' && text === member.sentPresence) continue
      member.sentPresence = text
      member.socket.sendText(text)
    }
  }

  /** Sends everybody in a line here its state for them, also if only the expected time has changed. */
  sendLines(): void {
    for (const { subject, members, line } of this.#rooms.values()) {
      if (subject.kind !== 'broadcast' || subject.format !== 'queue') continue
      for (const member of members.values()) member.sentLine = ''
      line.request()
    }
  }

  async #sendQueue({ subject, members }: LocalRoom): Promise<void> {
    const queueOf = await this.#deps.subjects.queueFor(subject.roomId)
    for (const member of members.values()) {
      const payload = queueOf(member.entry.personId)
      const text = payload ? JSON.stringify({ ...payload, now: null }) : ''
      if (!payload || text === member.sentLine) continue
      member.sentLine = text
      member.socket.send({ handler: MESSAGE_QUEUE, payload })
    }
  }

  /** Renews every entry; closes a socket whose entry was replaced without a message. */
  async renew(): Promise<void> {
    for (const [roomId, { members }] of this.#rooms) {
      const entries = [...members.values()].flatMap(({ isIn, entry }) => (isIn ? [entry] : []))
      for (const { connectionId } of await this.#deps.bus.renew(roomId, entries, ENTRY_TTL_MS)) {
        members.get(connectionId)?.socket.close(closeCodes.replaced, 'replaced by a newer tab')
      }
    }
  }

  /** Informs rooms about changed usernames; the names come from the logins. */
  async handleNames(names: ReadonlyMap<string, string>): Promise<void> {
    for (const [roomId, { members }] of this.#rooms) {
      const renamed = [...members.values()].flatMap(member => {
        const username = names.get(member.socket.person.loginId)
        if (!member.isIn || username === undefined || username === member.entry.username) return []
        member.entry = { ...member.entry, username }
        return [member.entry]
      })
      if (renamed.length === 0) continue
      await this.#deps.bus.renew(roomId, renamed, ENTRY_TTL_MS)
      await publishToRoom(this.#deps.bus, roomId, { kind: 'presence' })
    }
  }

  /**
   * After other processes could not be reached: enters everyone here again, and polls the missed state. A failure in
   * one room does not stop the others; it throws at the end, and must be called again.
   */
  async catchUp(): Promise<void> {
    await this.renew()
    const failures: unknown[] = []
    for (const room of this.#rooms.values())
      await this.#catchUpIn(room).catch(error => void failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'some rooms were not looked at again')
  }

  async #catchUpIn(room: LocalRoom): Promise<void> {
    await publishToRoom(this.#deps.bus, room.subject.roomId, { kind: 'presence' })
    this.#listeners.onChanged(room.subject)
    await this.#closeOutsiders(room)
    // Lines that were missed, who is muted and who moderates.
    room.chat.handle({ kind: 'chat-again' })
    if (room.subject.kind !== 'broadcast') return
    await this.#recheckPlaces(room)
    room.stage.catchUp()
    await room.questions.catchUp()
  }

  async #recheckPlaces({ subject, members }: LocalRoom): Promise<void> {
    const viewers = [...members.values()].filter(({ side }) => side !== 'influencer')
    await Promise.all(
      viewers.map(async ({ socket, entry }) => {
        if ((await this.#deps.subjects.placeOf(subject.roomId, entry.personId)) === 'paid') return
        if (!(await this.#deps.subjects.isUsher(subject.roomId, entry.personId))) closeUnpaid(socket)
      }),
    )
  }
}

function closeUnpaid(socket: PersonSocket): void {
  socket.close(closeCodes.forbidden, 'this place does not stand any more')
}

/** Made into text once, however many there are. */
function sendToAll({ members }: LocalRoom, stats: CallStats): void {
  const text = JSON.stringify({ handler: MESSAGE_CALL_STATS, payload: stats })
  for (const { socket } of members.values()) socket.sendText(text)
}

/** Only the performer gets the sizes that viewers see. */
function sendSizes({ subject, sizes }: LocalRoom, { socket, entry }: Member): void {
  if (sizes && isPerformer(subject, entry.personId)) socket.send({ handler: MESSAGE_SIZES, payload: sizes })
}

/** `session` is the turn of this time, at a socket that follows one turn after the other. */
export function sendStats(socket: PersonSocket, stats: CallStats, session?: string): void {
  socket.send({ handler: MESSAGE_CALL_STATS, payload: stats, ...(session === undefined ? {} : { session }) })
}
