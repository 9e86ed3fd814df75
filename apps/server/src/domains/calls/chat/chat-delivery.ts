import { CHAT_LINES_PER_SECOND, type ChatLine, type Reaction } from '@parley/contract'
import type { Bus } from '../bus.ts'
import { Paced } from '../clock/paced.ts'
import type { RoomMessage } from '../room-messages.ts'
import type { StoredLine } from './chat-notes.ts'
import type { ChatRoom } from './chat-room.ts'
import { Reactions, sendReactions } from './reactions.ts'
import { type RoomChat, sendChat, sendSharing, shownLine, type Writer } from './room-chat.ts'

/** At an event lines are sent together, so that a full event does not need a message for each line and reader. */
const SENT_EVERY_MS = 250
const LINES_AT_ONCE = (CHAT_LINES_PER_SECOND * SENT_EVERY_MS) / 1000

export type ChatMessage = Extract<
  RoomMessage,
  { kind: 'chat-line' | 'chat-gone' | 'chat-changed' | 'chat-again' | 'reactions' | 'sharing' }
>
type LineMessage = Extract<RoomMessage, { kind: 'chat-line' }>

/** Sends the chat of one room to its sockets in this process. */
export class ChatDelivery {
  #chat: RoomChat
  #room: ChatRoom
  #waiting: LineMessage[] = []
  #sending: Paced
  #reactions: Reactions
  #failed: (error: unknown) => void

  constructor({ chat, bus }: { chat: RoomChat; bus: Bus }, room: ChatRoom, failed: (error: unknown) => void) {
    this.#chat = chat
    this.#room = room
    this.#failed = failed
    this.#reactions = new Reactions(bus, room.roomId, failed)
    this.#sending = new Paced(
      async () => this.#sendLines(),
      () => SENT_EVERY_MS,
    )
  }

  handle(message: ChatMessage): void {
    switch (message.kind) {
      case 'chat-line':
        this.#waiting.push(message)
        if (this.#room.subject.kind === 'call') this.#sendLines()
        else this.#sending.request()
        break
      case 'chat-gone':
        this.#waiting = this.#waiting.filter(({ line }) => !message.ids.includes(line.id))
        for (const to of this.#readers()) sendChat(to, { gone: message.ids })
        break
      case 'chat-changed':
        this.#sendStanding().catch(this.#failed)
        break
      case 'chat-again':
        this.#chat.welcomeAgain(this.#readers()).catch(this.#failed)
        break
      case 'reactions':
        sendReactions(this.#room, message.counts)
        break
      case 'sharing':
        for (const socket of this.#room.sockets()) sendSharing(socket, message.sharing)
    }
  }

  react(reaction: Reaction): void {
    this.#reactions.count(reaction)
  }

  stop(): void {
    this.#sending.stop()
    this.#reactions.stop()
  }

  async #sendStanding(): Promise<void> {
    const state = await this.#chat.notes.stateOf(this.#room.subject)
    for (const to of this.#readers()) sendChat(to, this.#chat.standing(state, to))
  }

  #readers(): Writer[] {
    const { subject } = this.#room
    return this.#room.sockets().map(socket => ({ subject, socket }))
  }

  /** Drops lines of viewers above the number that people can read; each author sees their own. */
  #sendLines(): void {
    const waiting = this.#waiting
    this.#waiting = []
    let left = LINES_AT_ONCE
    const sentIds = new Set(
      waiting.filter(({ line }) => line.role !== 'member' || left-- > 0).map(({ line }) => line.id),
    )
    const [apart, authors] = [new Set<string>(), new Set(waiting.map(({ line }) => line.personId))]
    for (const { unseenBy } of waiting) for (const personId of unseenBy) apart.add(personId)
    const common = waiting.filter(({ line }) => sentIds.has(line.id)).map(({ line }) => shownLine(line, ''))
    for (const to of this.#readers()) {
      const { id } = to.socket.person
      const isSpecial = authors.has(id) || apart.has(id)
      const lines = isSpecial ? linesFor(waiting, sentIds, id) : common
      if (lines.length > 0) sendChat(to, { lines })
    }
  }
}

function linesFor(
  waiting: readonly LineMessage[],
  sentIds: ReadonlySet<string>,
  readerId: string,
): ChatLine[] {
  const isSeen = ({ line, unseenBy }: LineMessage) =>
    line.personId === readerId || (sentIds.has(line.id) && !unseenBy.includes(readerId))
  return waiting.filter(isSeen).map(({ line }: { line: StoredLine }) => shownLine(line, readerId))
}
