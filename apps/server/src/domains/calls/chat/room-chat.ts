import {
  CHAT_LINES_KEPT,
  type ChatNews,
  type ChatRefusal,
  MESSAGE_CHAT,
  MESSAGE_SHARING,
  type SharingNews,
  type SharingState,
} from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import type { CallsDeps } from '../deps.ts'
import { publishToRoom } from '../room-messages.ts'
import { isPerformer, type RoomSubject, sessionOf } from '../room-subject.ts'
import { buyerIdOf, ChatNotes, type ChatState, mutedUntil, roleOf, type StoredLine } from './chat-notes.ts'
import { readLine } from './chat-text.ts'

/** Somebody who writes in a room. */
export interface Writer {
  subject: RoomSubject
  socket: PersonSocket
}

interface Said {
  id: string
  text: string
}

interface Refused {
  why: ChatRefusal
  waitMs?: number
}

export function sendChat({ subject, socket }: Writer, payload: ChatNews): void {
  socket.send({ handler: MESSAGE_CHAT, payload, ...sessionOf(subject) })
}

export function sendSharing(socket: PersonSocket, payload: SharingNews): void {
  socket.send({ handler: MESSAGE_SHARING, payload })
}

export function refuseChat(writer: Writer, id: string | null, { why, waitMs }: Refused): void {
  const wait = waitMs === undefined ? {} : { wait_seconds: Math.ceil(waitMs / 1000) }
  sendChat(writer, { refused: { id, why, ...wait } })
}

/** The chat of calls and events. Everybody with a socket may read; this decides who may write, for each line. */
export class RoomChat {
  readonly notes: ChatNotes
  #deps: CallsDeps

  constructor(deps: CallsDeps) {
    this.#deps = deps
    this.notes = new ChatNotes(deps)
  }

  /** Publishes a line, once for each id, or sends its author the reason of its refusal. */
  async say({ subject, socket }: Writer, said: Said): Promise<void> {
    const { roomId } = subject
    const { id: personId, username } = socket.person
    const state = await this.notes.stateOf(subject)
    const role = roleOf(state, subject, personId)
    const read = this.#read({ subject, socket }, said, state)
    if ('why' in read) return refuseChat({ subject, socket }, said.id, read)
    const { slowSeconds } = state.rules
    if (slowSeconds > 0 && role === 'member') {
      // Before the claim of the id: a line that must wait keeps its id for later.
      const waitMs = await this.notes.waitMs(roomId, personId, slowSeconds)
      if (waitMs > 0) return this.#echo({ subject, socket }, said.id, { why: 'slow', waitMs })
    }
    if (!(await this.notes.isNew(roomId, personId, said.id)))
      return this.#echo({ subject, socket }, said.id, { why: 'failed' })
    const at = this.#deps.clock.now().toISOString()
    const line = {
      ...{ id: newId(), personId, own: said.id, from: username, role, text: read.text, at },
      buyerId: buyerIdOf(subject),
    }
    await this.notes.append(subject, line)
    // A mute that was stored after this state was read does not know this line.
    const after = await this.notes.stateOf(subject)
    if (mutedUntil(after, personId, this.#deps.clock.now())) {
      await this.notes.remove(roomId, each => each.id === line.id)
      return refuseChat({ subject, socket }, said.id, { why: 'muted' })
    }
    await this.#publish(subject, line)
  }

  #read({ subject, socket }: Writer, said: Said, state: ChatState): { text: string } | Refused {
    const now = this.#deps.clock.now()
    if (subject.opensAt && now < subject.opensAt) return { why: 'closed' }
    const role = roleOf(state, subject, socket.person.id)
    if (!state.rules.isOn && role === 'member') return { why: 'off' }
    if (mutedUntil(state, socket.person.id, now)) return { why: 'muted' }
    const links = subject.kind === 'call' ? state.rules.links : 'refused'
    return readLine(said.text, { links, words: state.rules.words })
  }

  /** Two people of whom one has blocked the other do not get each other's lines. */
  async #publish({ roomId }: RoomSubject, line: StoredLine): Promise<void> {
    const unseenBy = [...(await this.#deps.apartFrom(line.personId))]
    await publishToRoom(this.#deps.bus, roomId, { kind: 'chat-line', line, unseenBy })
  }

  /** A page repeated a line because it had no answer; it is refused if the first one was. */
  async #echo({ subject, socket }: Writer, own: string, refused: Refused): Promise<void> {
    const lines = await this.notes.linesOf(subject)
    const line = lines.find(each => each.own === own && each.personId === socket.person.id)
    if (line) sendChat({ subject, socket }, { lines: [shownLine(line, socket.person.id)] })
    else refuseChat({ subject, socket }, own, refused)
  }

  /** The first state of a page: the rules, this person's rights, and the last lines. */
  async welcome({ subject, socket }: Writer): Promise<void> {
    const apart = await this.#deps.apartFrom(socket.person.id)
    const state = await this.notes.stateOf(subject)
    // Last, so that no line that is written or hidden during the other queries is missed.
    const lines = await this.notes.linesOf(subject, CHAT_LINES_KEPT)
    sendChat(
      { subject, socket },
      {
        ...this.standing(state, { subject, socket }),
        lines: lines.filter(line => !apart.has(line.personId)).map(line => shownLine(line, socket.person.id)),
        from_start: true,
      },
    )
    if (mayShare(subject, socket.person.id)) await this.#endFormerSharing({ subject, socket })
    for (const sharing of await this.notes.sharing(subject.roomId)) sendSharing(socket, sharing)
  }

  /** Also of those who share nothing any more: a page may have missed that. */
  async #sharingOfEach(subject: RoomSubject): Promise<SharingNews[]> {
    const sharing = await this.notes.sharing(subject.roomId)
    const mayShare = subject.kind === 'call' ? [subject.buyer, subject.influencer] : [subject.influencer]
    const silent = mayShare
      .flatMap(person => person?.username ?? [])
      .filter(by => !sharing.some(each => each.by === by))
    return [...sharing, ...silent.map(by => ({ by, state: 'off' as const }))]
  }

  async #endFormerSharing({ subject: { roomId }, socket }: Writer): Promise<void> {
    const sharing = await this.notes.endSharingOfOthers(roomId, socket.person.id, socket)
    if (sharing) await publishToRoom(this.#deps.bus, roomId, { kind: 'sharing', sharing })
  }

  /** The same for open pages of one room, after lines may have been lost on their way: each has all of them again. */
  async welcomeAgain(readers: readonly Writer[]): Promise<void> {
    const [first] = readers
    if (!first) return
    const { subject } = first
    const sharings = await this.#sharingOfEach(subject)
    const unseenBy = new Map<string, ReadonlySet<string>>()
    for (const { personId } of await this.notes.linesOf(subject, CHAT_LINES_KEPT))
      if (!unseenBy.has(personId)) unseenBy.set(personId, new Set(await this.#deps.apartFrom(personId)))
    const state = await this.notes.stateOf(subject)
    // Last, as above: a line that is hidden after it was read would be back.
    const lines = await this.notes.linesOf(subject, CHAT_LINES_KEPT)
    for (const { socket } of readers) {
      const { id } = socket.person
      // An author who was not among those before has written just now, and each page gets that line by itself.
      const seen = lines.filter(({ personId }) => unseenBy.get(personId)?.has(id) === false)
      const shown = seen.map(line => shownLine(line, id))
      const standing = this.standing(state, { subject, socket })
      sendChat({ subject, socket }, { ...standing, lines: shown, from_start: true })
      for (const sharing of sharings) sendSharing(socket, sharing)
    }
  }

  /** Takes lines away, from open pages too. */
  async removeLines(roomId: string, isTaken: (line: StoredLine) => boolean): Promise<void> {
    const ids = await this.notes.remove(roomId, isTaken)
    if (ids.length > 0) await publishToRoom(this.#deps.bus, roomId, { kind: 'chat-gone', ids })
  }

  /** A person who sends media shares a screen, or stops: the pages show it. It has no other effect. */
  async share({ subject, socket }: Writer, state: SharingState): Promise<void> {
    const { roomId } = subject
    const { id: personId, username: by } = socket.person
    if (!mayShare(subject, personId)) return
    const { id: socketId, pageId } = socket
    const atMs = this.#deps.clock.now().getTime()
    await this.notes.setSharing(roomId, personId, { by, state, socketId, pageId, atMs })
    await publishToRoom(this.#deps.bus, roomId, { kind: 'sharing', sharing: { by, state } })
  }

  /** A socket closed: its screen sharing ends, unless the page has reconnected by another one. */
  async left({ subject, socket }: Writer): Promise<void> {
    if (mayShare(subject, socket.person.id)) await this.endSharing(subject.roomId, socket)
  }

  /** The screen sharing that this socket announced in a room ends. */
  async endSharing(roomId: string, socket: PersonSocket): Promise<void> {
    const sharing = await this.notes.endSharing(roomId, socket.person.id, socket.id)
    if (sharing) await publishToRoom(this.#deps.bus, roomId, { kind: 'sharing', sharing })
  }

  /**
   * After other processes could not be reached: stores what reached this one alone, and names the removed lines again.
   * Attack: a hidden line stays on the pages of another process, or comes back with the next page.
   */
  async catchUp(): Promise<void> {
    const { rooms, removed } = await this.notes.share()
    for (const [roomId, ids] of removed)
      await publishToRoom(this.#deps.bus, roomId, { kind: 'chat-gone', ids })
    for (const roomId of rooms) await publishToRoom(this.#deps.bus, roomId, { kind: 'chat-again' })
  }

  /** The state of the chat for one person. */
  standing(state: ChatState, { subject, socket }: Writer): Pick<ChatNews, 'room' | 'you'> {
    const role = roleOf(state, subject, socket.person.id)
    const now = this.#deps.clock.now()
    const { isOn, slowSeconds, links, words } = state.rules
    const muted = [...state.muted].filter(([personId]) => mutedUntil(state, personId, now) !== null)
    const forModerators = {
      words,
      moderators: [...state.moderators.values()],
      muted: muted.map(([, { username }]) => username),
    }
    return {
      room: {
        ...{ is_on: isOn, slow_seconds: slowSeconds, links: subject.kind === 'call' ? links : 'refused' },
        ...(role === 'member' ? {} : forModerators),
      },
      you: { role, muted_until: mutedUntil(state, socket.person.id, now) },
    }
  }
}

/** A line as one person sees it: nobody learns another's id. */
export function shownLine(line: StoredLine, readerId: string) {
  const { id, from, role, text, at, own, personId } = line
  return { id, from, role, text, at, ...(personId === readerId ? { own } : {}) }
}

/** At an event only the owner shares a screen. */
const mayShare = (subject: RoomSubject, personId: string) =>
  subject.kind === 'call' || isPerformer(subject, personId)
