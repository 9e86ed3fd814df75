import {
  CHAT_KEPT_AFTER_END_MS,
  CHAT_LINES_KEPT,
  CHAT_LINES_SHOWN,
  type ChatRole,
  type ChatSlowSeconds,
  HOUR_MS,
  type SharingNews,
} from '@parley/contract'
import type { Bus } from '../bus.ts'
import type { RoomSubjects } from '../deps.ts'
import { isPerformer, type RoomSubject, turnLineOf } from '../room-subject.ts'
import { UnsharedNotes } from './unshared-notes.ts'

/** A line as the bus stores and sends it. */
export interface StoredLine {
  id: string
  personId: string
  /** The id that its author's page gave it. */
  own: string
  from: string
  role: ChatRole
  text: string
  at: string
  /**
   * In a call: the person on the buyer's side when the line was written. A later person on that side does not get it.
   */
  buyerId: string | null
}

export interface ChatRules {
  isOn: boolean
  slowSeconds: ChatSlowSeconds
  links: 'refused' | 'allowed'
  words: string[]
  /** When the owner set them; 0 before that. */
  setAtMs: number
}

interface Muted {
  username: string
  /** ISO 8601; null: to the end. */
  until: string | null
}

/**
 * That a person shares a screen, by which of their sockets they said so, and from which open page: it ends with that
 * socket, or when another page of theirs comes.
 */
interface StoredSharing extends SharingNews {
  socketId: string
  pageId: string | null
  /** When they said so. */
  atMs: number
}

/** The state of the chat of a room, beside its lines. */
export interface ChatState {
  rules: ChatRules
  /** Usernames of the moderators, by person. */
  moderators: Map<string, string>
  muted: Map<string, Muted>
}

const FIRST_RULES: ChatRules = { isOn: true, slowSeconds: 0, links: 'refused', words: [], setAtMs: 0 }
/** Lines expire soon after the last one; the rules last as long as the longest event. */
const LINES_TTL_MS = 3 * HOUR_MS
const STATE_TTL_MS = 48 * HOUR_MS
/** A page that reconnects repeats its last lines within this time. */
const SAME_LINE_WITHIN_MS = 10 * 60_000

const RULES = 'rules'
const SHARING = 'sharing:'
const MUTED = 'muted:'
const nameOf = (roomId: string) => `chat:${roomId}`

/** Only servers of one version write to the bus, so its notes need no validation. */
function rulesIn({ [RULES]: text }: Record<string, string>): ChatRules {
  return text === undefined ? FIRST_RULES : (JSON.parse(text) as ChatRules)
}

/** The state of chats: on the bus, and nowhere else. Only the moderators are stored, with the event's crew. */
export class ChatNotes {
  #bus: Bus
  #moderatorsOf: RoomSubjects['moderatorsOf']
  #unshared = new UnsharedNotes()

  constructor({ bus, subjects }: { bus: Bus; subjects: Pick<RoomSubjects, 'moderatorsOf'> }) {
    this.#bus = bus
    this.#moderatorsOf = eventId => subjects.moderatorsOf(eventId)
  }

  stateOf(subject: RoomSubject): Promise<ChatState> {
    return this.state(ruledIn(subject))
  }

  async state(roomId: string): Promise<ChatState> {
    const fields = await this.#bus.fields(nameOf(roomId))
    const named = (prefix: string) =>
      Object.entries(fields).flatMap(([name, value]): [string, string][] =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      )
    return {
      rules: rulesIn(fields),
      moderators: await this.#moderatorsOf(roomId),
      muted: new Map(named(MUTED).map(([personId, value]) => [personId, JSON.parse(value) as Muted])),
    }
  }

  #write(roomId: string, name: string, value: string | null): Promise<void> {
    return this.#bus.setField(nameOf(roomId), { name, value, ttlMs: STATE_TTL_MS })
  }

  setRules(subject: RoomSubject, rules: ChatRules): Promise<void> {
    return this.#storeRules(ruledIn(subject), rules)
  }

  async #storeRules(roomId: string, rules: ChatRules): Promise<void> {
    await this.#write(roomId, RULES, JSON.stringify(rules))
    this.#shareLater(RULES, {
      roomId,
      store: async () => {
        // The owner may have set others by way of another process since.
        const stored = rulesIn(await this.#bus.fields(nameOf(roomId)))
        if (stored.setAtMs < rules.setAtMs) await this.#storeRules(roomId, rules)
      },
    })
  }

  async setMuted(roomId: string, personId: string, muted: Muted | null): Promise<void> {
    const name = MUTED + personId
    await this.#write(roomId, name, muted && JSON.stringify(muted))
    // Only a mute is repeated: another process may have muted the person again since.
    if (muted) this.#shareLater(name, { roomId, store: () => this.setMuted(roomId, personId, muted) })
    else this.#unshared.drop(roomId, name)
  }

  /** While other processes cannot be reached, what is written reaches none of them: it is stored again afterwards. */
  #shareLater(thing: string, write: { roomId: string; store(): Promise<void> }): void {
    if (this.#bus.isWell()) this.#unshared.drop(write.roomId, thing)
    else this.#unshared.add(thing, write)
  }

  /**
   * After an outage: stores what reached this process alone. Returns the rooms in which something was stored, and the
   * lines that this process removed, of which other processes may not have heard.
   */
  async share(): Promise<{ rooms: Set<string>; removed: [string, string[]][] }> {
    return { rooms: await this.#unshared.store(), removed: this.#unshared.removed() }
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

  async setSharing(roomId: string, personId: string, sharing: StoredSharing): Promise<void> {
    const name = SHARING + personId
    await this.#write(roomId, name, sharing.state === 'off' ? null : JSON.stringify(sharing))
    this.#shareLater(name, {
      roomId,
      store: async () => {
        // Another page of this person may have said something else by way of another process since.
        const stored = await this.#sharingOf(roomId, personId)
        if (!stored || stored.atMs <= sharing.atMs) await this.setSharing(roomId, personId, sharing)
      },
    })
  }

  /**
   * Ends the screen sharing that another page of this person announced, whose process may have died before it could say
   * that the page is closed; returns it, or null if there is none. The same page announces its own again.
   */
  async endSharingOfOthers(
    roomId: string,
    personId: string,
    { id, pageId }: { id: string; pageId: string | null },
  ): Promise<SharingNews | null> {
    const stored = await this.#sharingOf(roomId, personId)
    const isOwn = stored?.socketId === id || (pageId !== null && stored?.pageId === pageId)
    return stored && !isOwn ? this.#endSharing(roomId, personId, stored) : null
  }

  async #sharingOf(roomId: string, personId: string): Promise<StoredSharing | null> {
    const text = (await this.#bus.fields(nameOf(roomId)))[SHARING + personId]
    return text === undefined ? null : (JSON.parse(text) as StoredSharing)
  }

  async #endSharing(roomId: string, personId: string, stored: StoredSharing): Promise<SharingNews> {
    await this.setSharing(roomId, personId, { ...stored, state: 'off' })
    return { by: stored.by, state: 'off' }
  }

  /**
   * Ends the screen sharing that a closed socket announced; returns it, or null if another socket announced one
   * later.
   */
  async endSharing(roomId: string, personId: string, socketId: string): Promise<SharingNews | null> {
    const stored = await this.#sharingOf(roomId, personId)
    return stored?.socketId === socketId ? this.#endSharing(roomId, personId, stored) : null
  }

  async lines(roomId: string, last?: number): Promise<StoredLine[]> {
    return (await this.#bus.lines(nameOf(roomId), last)).map(text => JSON.parse(text) as StoredLine)
  }

  /** The lines of the present people: in a call that was given as a gift, none from before. */
  async linesOf(subject: RoomSubject, last?: number): Promise<StoredLine[]> {
    return (await this.lines(subject.roomId, last)).filter(line => line.buyerId === buyerIdOf(subject))
  }

  async append(subject: RoomSubject, line: StoredLine): Promise<void> {
    const { roomId, kind } = subject
    const atMost = kind === 'broadcast' ? CHAT_LINES_SHOWN : CHAT_LINES_KEPT
    await this.#bus.append(nameOf(roomId), JSON.stringify(line), { atMost, ttlMs: LINES_TTL_MS })
    this.#shareLater(line.id, {
      roomId,
      store: async () => {
        // A late answer of Redis is none: it may have stored the line.
        await this.#bus.removeLines(nameOf(roomId), [JSON.stringify(line)])
        await this.append(subject, line)
      },
    })
  }

  /** Takes lines away and answers their ids. */
  async remove(roomId: string, isTaken: (line: StoredLine) => boolean): Promise<string[]> {
    const taken = (await this.lines(roomId)).filter(isTaken)
    const ids = taken.map(line => line.id)
    await this.#take(roomId, taken)
    this.#unshared.addRemoved(roomId, ids)
    return ids
  }

  async #take(roomId: string, lines: readonly StoredLine[]): Promise<void> {
    await this.#bus.removeLines(
      nameOf(roomId),
      lines.map(line => JSON.stringify(line)),
    )
    for (const line of lines) this.#shareLater(line.id, { roomId, store: () => this.#take(roomId, [line]) })
  }

  /** Whether a person's page sends this line for the first time. */
  async isNew(roomId: string, personId: string, own: string): Promise<boolean> {
    return (await this.#bus.claim(`chat-line:${roomId}:${personId}:${own}`, SAME_LINE_WITHIN_MS)) === 0
  }

  /** The remaining pause of a person in slow mode; 0 if they may write, and this claims the next pause. */
  waitMs(roomId: string, personId: string, slowSeconds: number): Promise<number> {
    return this.#bus.claim(`chat-slow:${roomId}:${personId}:${slowSeconds}`, slowSeconds * 1000)
  }

  ended(roomId: string): Promise<void> {
    this.#unshared.forget(roomId)
    return this.#bus.endIn(nameOf(roomId), CHAT_KEPT_AFTER_END_MS)
  }
}

/** The room whose rules apply: in a turn those of its line, so that its host sets them once for all turns. */
const ruledIn = (subject: RoomSubject): string => turnLineOf(subject) ?? subject.roomId

export function buyerIdOf(subject: RoomSubject): string | null {
  return subject.kind === 'call' ? subject.buyer.id : null
}

export function roleOf(state: ChatState, subject: RoomSubject, personId: string): ChatRole {
  if (isPerformer(subject, personId)) return 'owner'
  return subject.kind === 'broadcast' && state.moderators.has(personId) ? 'moderator' : 'member'
}

/** The end of a person's mute: a time, `end`, or null without one. */
export function mutedUntil(state: ChatState, personId: string, now: Date): string | null {
  const muted = state.muted.get(personId)
  if (!muted) return null
  if (muted.until === null) return 'end'
  return Date.parse(muted.until) > now.getTime() ? muted.until : null
}
