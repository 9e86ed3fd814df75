import { CHAT_MUTE_MS, type ChatRefusal, type ChatRole, type Moderation, plainLine } from '@parley/contract'
import { Refusal } from '../../../core/refusal.ts'
import type { CallsDeps } from '../deps.ts'
import { hideQuestionsOf } from '../questions/room-questions.ts'
import { publishToRoom } from '../room-messages.ts'
import { isPerformer } from '../room-subject.ts'
import { type ChatState, roleOf, type StoredLine } from './chat-notes.ts'
import { type RoomChat, refuseChat, type Writer } from './room-chat.ts'

type Outcome = ChatRefusal | null
type OnLine = Extract<Moderation, { line: string }>

/** The actions of each role; the others are the owner's alone. */
const BY_MODERATORS: readonly Moderation['act'][] = ['hide', 'mute', 'unmute']

/** Executes an action of an owner or a moderator, and informs everybody. */
export class ChatModeration {
  #deps: CallsDeps
  #chat: RoomChat

  constructor(deps: CallsDeps, chat: RoomChat) {
    this.#deps = deps
    this.#chat = chat
  }

  async moderate(writer: Writer, act: Moderation): Promise<void> {
    const state = await this.#chat.notes.stateOf(writer.subject)
    const role = roleOf(state, writer.subject, writer.socket.person.id)
    const why = mayDo(role, act.act) ? await this.#carryOut(writer, act, state) : 'not_yours'
    if (why) refuseChat(writer, null, { why })
  }

  async #carryOut(writer: Writer, act: Moderation, state: ChatState): Promise<Outcome> {
    switch (act.act) {
      case 'rules':
        return this.#setRules(writer, act, state)
      case 'unmute':
        return this.#unmute(writer, act.username, state)
      case 'remove_moderator':
        return this.#removeModerator(writer, act.username, state)
      default:
        return this.#actOnLine(writer, act, state)
    }
  }

  async #setRules(
    { subject }: Writer,
    act: Extract<Moderation, { act: 'rules' }>,
    { rules }: ChatState,
  ): Promise<Outcome> {
    const words = act.words?.map(plainLine).filter(word => word !== '')
    await this.#chat.notes.setRules(subject, {
      isOn: act.is_on ?? rules.isOn,
      slowSeconds: act.slow_seconds ?? rules.slowSeconds,
      links: act.links ?? rules.links,
      words: words ? [...new Set(words)] : rules.words,
      setAtMs: this.#deps.clock.now().getTime(),
    })
    return this.#changed(subject.roomId)
  }

  async #changed(roomId: string): Promise<null> {
    await publishToRoom(this.#deps.bus, roomId, { kind: 'chat-changed' })
    return null
  }

  async #unmute({ subject }: Writer, username: string, { muted }: ChatState): Promise<Outcome> {
    for (const [personId, each] of muted)
      if (each.username === username) await this.#chat.notes.setMuted(subject.roomId, personId, null)
    return this.#changed(subject.roomId)
  }

  async #removeModerator({ subject }: Writer, username: string, { moderators }: ChatState): Promise<Outcome> {
    for (const [personId, each] of moderators)
      if (each === username) await this.#deps.subjects.dropModerator(subject.roomId, personId)
    return this.#changed(subject.roomId)
  }

  async #actOnLine(writer: Writer, act: OnLine, state: ChatState): Promise<Outcome> {
    const { subject, socket } = writer
    const { roomId } = subject
    // Attack: somebody hides the lines that would prove a report. In a call there are two people, and both may leave.
    if (subject.kind === 'call') return 'not_yours'
    const line = (await this.#chat.notes.lines(roomId)).find(each => each.id === act.line)
    // Hidden already, or older than what is kept.
    if (!line) return 'failed'
    const isOwn = line.personId === socket.person.id
    if (act.act === 'hide') {
      await this.#chat.removeLines(roomId, each => each.id === line.id)
      return null
    }
    // Attack: a moderator who mutes the owner, or another moderator.
    const isProtected = isPerformer(subject, line.personId) || isOwn
    const byModerator = !isPerformer(subject, socket.person.id)
    if (isProtected || (byModerator && state.moderators.has(line.personId))) return 'not_yours'
    switch (act.act) {
      case 'mute':
        return this.#mute(writer, line, act.until)
      case 'add_moderator':
        return this.#addModerator(writer, line)
      case 'remove':
        return this.#remove(writer, line)
    }
  }

  /** This also hides the person's earlier lines. */
  async #mute({ subject }: Writer, line: StoredLine, until: 'soon' | 'end'): Promise<null> {
    const ends = until === 'end' ? null : new Date(this.#deps.clock.now().getTime() + CHAT_MUTE_MS)
    const muted = { username: line.from, until: ends?.toISOString() ?? null }
    await this.#chat.notes.setMuted(subject.roomId, line.personId, muted)
    await this.#chat.removeLines(subject.roomId, each => each.personId === line.personId)
    await hideQuestionsOf(this.#deps, subject.roomId, line.personId)
    return this.#changed(subject.roomId)
  }

  async #addModerator({ subject }: Writer, line: StoredLine): Promise<Outcome> {
    if (!(await this.#deps.subjects.addModerator(subject.roomId, line.personId))) return 'moderators_full'
    return this.#changed(subject.roomId)
  }

  /** Removes the viewer from the event: the requests domain refunds the time that they have not seen. */
  async #remove(writer: Writer, line: StoredLine): Promise<Outcome> {
    const { subject, socket } = writer
    const { roomId: eventId } = subject
    await this.#mute(writer, line, 'end')
    await this.#deps.subjects.dropModerator(eventId, line.personId)
    try {
      await this.#deps.subjects.removeViewer({ eventId, viewerId: line.personId, ownerId: socket.person.id })
    } catch (error) {
      // Their place has already ended in another way.
      if (!(error instanceof Refusal)) throw error
    }
    return null
  }
}

function mayDo(role: ChatRole, act: Moderation['act']): boolean {
  return role === 'owner' || (role === 'moderator' && BY_MODERATORS.includes(act))
}
