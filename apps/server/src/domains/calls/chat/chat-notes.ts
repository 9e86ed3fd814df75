import {
  CHAT_KEPT_AFTER_END_MS,
  CHAT_LINES_KEPT,
  type ChatRole,
  type ChatSlowSeconds,
  HOUR_MS,
  type SharingNews,
} from '@parley/contract'
import type { Bus } from '../bus.ts'
import type { RoomSubjects } from '../deps.ts'
import { isPerformer, type RoomSubject } from '../room-subject.ts'

/** A line as the bus keeps it and carries it. */
export interface StoredLine {
  id: string
  personId: string
  /** The id that its author's page gave it. */
  own: string
  from: string
  role: ChatRole
  text: string
  at: string
  /** Of a call: who had the buyer's side when it was written. It is read by nobody who has that side later. */
  buyerId: string | null
}

export interface ChatRules {
  isOn: boolean
  slowSeconds: ChatSlowSeconds
  links: 'refused' | 'allowed'
  words: string[]
}

interface Muted {
  username: string
  /** ISO 8601; null: to the end. */
  until: string | null
}

/** That a person sends a screen, and by which of their sockets they said so: it ends with that socket. */
interface StoredSharing extends SharingNews {
  socketId: string
}

/** What is known of the chat of a room, beside its lines. */
export interface ChatState {
  rules: ChatRules
  /** Usernames of the moderators, by person. */
  moderators: Map<string, string>
  muted: Map<string, Muted>
}

const FIRST_RULES: ChatRules = { isOn: true, slowSeconds: 0, links: 'refused', words: [] }
/** Lines of a chat in which nobody writes any more are not kept for long; its rules are kept as long as an event may last. */
const LINES_TTL_MS = 3 * HOUR_MS
const STATE_TTL_MS = 48 * HOUR_MS
/** A page that comes back after a break sends its last lines again within this time. */
const SAME_LINE_WITHIN_MS = 10 * 60_000

const RULES = 'rules'
const SHARING = 'sharing:'
const MUTED = 'muted:'
const nameOf = (roomId: string) => `chat:${roomId}`

/** All that is kept of chats: on the bus, and nowhere else. Only who moderates is stored, with the event's crew. */
export class ChatNotes {
  #bus: Bus
  #moderatorsOf: RoomSubjects['moderatorsOf']

  constructor({ bus, subjects }: { bus: Bus; subjects: Pick<RoomSubjects, 'moderatorsOf'> }) {
    this.#bus = bus
    this.#moderatorsOf = eventId => subjects.moderatorsOf(eventId)
  }

  async state(roomId: string): Promise<ChatState> {
    const fields = await this.#bus.fields(nameOf(roomId))
    const rules = fields[RULES]
    const named = (prefix: string) =>
      Object.entries(fields).flatMap(([name, value]): [string, string][] =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      )
    return {
      // Only servers of one version write to the bus, so its notes are taken as they are.
      rules: rules === undefined ? FIRST_RULES : (JSON.parse(rules) as ChatRules),
      moderators: await this.#moderatorsOf(roomId),
      muted: new Map(named(MUTED).map(([personId, value]) => [personId, JSON.parse(value) as Muted])),
    }
  }

  #write(roomId: string, name: string, value: string | null): Promise<void> {
    return this.#bus.setField(nameOf(roomId), { name, value, ttlMs: STATE_TTL_MS })
  }

  setRules(roomId: string, rules: ChatRules): Promise<void> {
    return this.#write(roomId, RULES, JSON.stringify(rules))
  }

  setMuted(roomId: string, personId: string, muted: Muted | null): Promise<void> {
    return this.#write(roomId, MUTED + personId, muted && JSON.stringify(muted))
  }

  /** Who sends a screen. */
  async sharing(roomId: string): Promise<SharingNews[]> {
    const fields = Object.entries(await this.#bus.fields(nameOf(roomId)))
    return fields.flatMap(([name, text]) => {
      if (!name.startsWith(SHARING)) return []
      const { by, state } = JSON.parse(text) as StoredSharing
      return [{ by, state }]
    })
  }

  setSharing(roomId: string, personId: string, sharing: StoredSharing): Promise<void> {
    return this.#write(roomId, SHARING + personId, sharing.state === 'off' ? null : JSON.stringify(sharing))
  }

  /** Forgets what a socket that has left said of a screen; answers it, or null where another socket has said more since. */
  async endSharing(roomId: string, personId: string, socketId: string): Promise<SharingNews | null> {
    const text = (await this.#bus.fields(nameOf(roomId)))[SHARING + personId]
    const stored = text === undefined ? null : (JSON.parse(text) as StoredSharing)
    if (stored?.socketId !== socketId) return null
    await this.#write(roomId, SHARING + personId, null)
    return { by: stored.by, state: 'off' }
  }

  async lines(roomId: string): Promise<StoredLine[]> {
    return (await this.#bus.lines(nameOf(roomId))).map(text => JSON.parse(text) as StoredLine)
  }

  /** What was written by those who are in the room now: of a call that was given away, nothing of before. */
  async linesOf(subject: RoomSubject): Promise<StoredLine[]> {
    return (await this.lines(subject.roomId)).filter(line => line.buyerId === buyerIdOf(subject))
  }

  append(roomId: string, line: StoredLine): Promise<void> {
    const bounds = { atMost: CHAT_LINES_KEPT, ttlMs: LINES_TTL_MS }
    return this.#bus.append(nameOf(roomId), JSON.stringify(line), bounds)
  }

  /** Takes lines away and answers their ids. */
  async take(roomId: string, isTaken: (line: StoredLine) => boolean): Promise<string[]> {
    const taken = (await this.lines(roomId)).filter(isTaken)
    await this.#bus.removeLines(
      nameOf(roomId),
      taken.map(line => JSON.stringify(line)),
    )
    return taken.map(line => line.id)
  }

  /** Whether this is the first time that a person's page sends this line. */
  async isNew(roomId: string, personId: string, own: string): Promise<boolean> {
    return (await this.#bus.claim(`chat-line:${roomId}:${personId}:${own}`, SAME_LINE_WITHIN_MS)) === 0
  }

  /** How long a person has to wait in slow mode; 0 where they may write, and have now written. */
  waitMs(roomId: string, personId: string, slowSeconds: number): Promise<number> {
    return this.#bus.claim(`chat-slow:${roomId}:${personId}:${slowSeconds}`, slowSeconds * 1000)
  }

  ended(roomId: string): Promise<void> {
    return this.#bus.endIn(nameOf(roomId), CHAT_KEPT_AFTER_END_MS)
  }
}

export function buyerIdOf(subject: RoomSubject): string | null {
  return subject.kind === 'call' ? subject.buyer.id : null
}

export function roleOf(state: ChatState, subject: RoomSubject, personId: string): ChatRole {
  if (isPerformer(subject, personId)) return 'owner'
  return subject.kind === 'broadcast' && state.moderators.has(personId) ? 'moderator' : 'member'
}

/** Until when a person may not write: a time, `end`, or null where they may. */
export function mutedUntil(state: ChatState, personId: string, now: Date): string | null {
  const muted = state.muted.get(personId)
  if (!muted) return null
  if (muted.until === null) return 'end'
  return Date.parse(muted.until) > now.getTime() ? muted.until : null
}
