import type { ClientMessage } from '@parley/contract/calls'
import type { ChatLine, ChatNews, ChatRefusal, ChatRole, ChatRoomState } from '@parley/contract/in-call/chat'
import { CHAT_LINES_SHOWN, CHAT_MUTE_MS } from '@parley/contract/in-call/chat'
import { createStore, type Store } from '../../../store/store.ts'

/** A line on this page: sent, being sent, or refused. */
export interface ShownLine extends Omit<ChatLine, 'own'> {
  isOwn: boolean
  state: 'said' | 'sending' | 'refused'
  /** Said before this page was opened: a screen reader does not read it out. */
  isEarlier: boolean
  why: ChatRefusal | null
}

export interface ChatSnapshot {
  lines: readonly ShownLine[]
  /** Null until the first message of the server. */
  room: ChatRoomState | null
  role: ChatRole
  /** ISO 8601, or `end`; null while this person may write. */
  mutedUntil: string | null
  isOpen: boolean
  /** Lines of others that came while the chat was shut. */
  unread: number
  /** The last refusal, and whether it is that of a line, which itself says why; null without one. */
  refused: { why: ChatRefusal; isOfLine: boolean } | null
}

/** How many lines a page keeps for a person who reads earlier ones; the oldest of more disappear. */
const LINES_HELD_MAX = 1_000

interface ChatDeps {
  send(message: ClientMessage): void
  nowMs(): number
  newId(): string
}

type Moderation = Extract<ClientMessage, { type: 'moderate' }>

/** The chat of one call or event, as this page knows it. The page stores nothing. */
export class Chat implements Store<ChatSnapshot> {
  /** What is typed and not sent: the panel that shows it may be closed. */
  draft = ''
  #deps: ChatDeps
  #linesMax = CHAT_LINES_SHOWN
  #unmuting: ReturnType<typeof setTimeout> | undefined
  #store = createStore<ChatSnapshot>({
    lines: [],
    room: null,
    role: 'member',
    mutedUntil: null,
    isOpen: false,
    unread: 0,
    refused: null,
  })

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: ChatDeps) {
    this.#deps = deps
  }

  open(): void {
    this.#store.set({ isOpen: true, unread: 0 })
  }

  close(): void {
    this.#store.set({ isOpen: false })
  }

  /** While a person reads earlier lines, new ones push none of them out. */
  hold(isReading: boolean): void {
    this.#linesMax = isReading ? LINES_HELD_MAX : CHAT_LINES_SHOWN
    const { lines } = this.getSnapshot()
    const said = lines.filter(line => line.state === 'said')
    if (said.length <= this.#linesMax) return
    const waiting = lines.filter(line => line.state !== 'said')
    this.#store.set({ lines: [...said.slice(-this.#linesMax), ...waiting] })
  }

  /** Shows a line at once and sends it; the server accepts or refuses it. */
  say(text: string): void {
    const id = this.#deps.newId()
    const at = new Date(this.#deps.nowMs()).toISOString()
    const { role, lines } = this.getSnapshot()
    const line: ShownLine = {
      ...{ id, from: '', role, text, at },
      ...{ isOwn: true, state: 'sending', isEarlier: false, why: null },
    }
    this.#store.set({ lines: [...lines, line], refused: null })
    this.#deps.send({ type: 'chat', id, text })
  }

  /** Sends a refused line again, as a new one. */
  sayAgain(line: ShownLine): void {
    this.discard(line.id)
    this.say(line.text)
  }

  discard(id: string): void {
    this.#store.set({ lines: this.getSnapshot().lines.filter(line => line.id !== id) })
  }

  moderate(act: Moderation): void {
    this.#store.set({ refused: null })
    this.#deps.send(act)
  }

  apply(news: ChatNews): void {
    if (news.room) this.#store.set({ room: news.room })
    if (news.you) this.#applyStanding(news.you)
    if (news.lines) this.#applyLines(news.lines, news.from_start === true)
    const { gone } = news
    if (gone) this.#store.set({ lines: this.getSnapshot().lines.filter(line => !gone.includes(line.id)) })
    if (news.refused) this.#handleRefusal(news.refused)
  }

  /**
   * The server sends no message when a timed mute ends. A page whose clock is wrong waits at most as long as a mute
   * lasts.
   */
  #applyStanding({ role, muted_until: mutedUntil }: NonNullable<ChatNews['you']>): void {
    this.#store.set({ role, mutedUntil })
    clearTimeout(this.#unmuting)
    if (mutedUntil === null || mutedUntil === 'end') return
    const leftMs = Date.parse(mutedUntil) - this.#deps.nowMs()
    this.#unmuting = setTimeout(
      () => {
        const { refused } = this.getSnapshot()
        this.#store.set({ mutedUntil: null, refused: refused?.why === 'muted' ? null : refused })
      },
      Math.min(Math.max(leftMs, 0), CHAT_MUTE_MS),
    )
  }

  #applyLines(taken: readonly ChatLine[], isFromStart: boolean): void {
    const { lines, isOpen, unread } = this.getSnapshot()
    const known = new Set(lines.map(line => line.id))
    const said = new Set(taken.flatMap(line => line.own ?? []))
    const fresh = taken.filter(line => !known.has(line.id)).map(shown)
    // What is on its way stays at the end, where its author sees it.
    const waiting = lines.filter(line => line.state !== 'said' && !said.has(line.id))
    const isFirst = isFromStart && lines.length === 0
    const before = isFromStart
      ? taken.map(line => ({ ...shown(line), isEarlier: isFirst }))
      : [...lines.filter(line => line.state === 'said'), ...fresh].slice(-this.#linesMax)
    const ofOthers = isFirst ? 0 : fresh.filter(line => !line.isOwn).length
    this.#store.set({ lines: [...before, ...waiting], unread: isOpen ? 0 : unread + ofOthers })
    // After a break: the server knows each line by its id, and says it once.
    if (!isFromStart) return
    for (const { id, text, state } of waiting)
      if (state === 'sending') this.#deps.send({ type: 'chat', id, text })
  }

  #handleRefusal({ id, why }: NonNullable<ChatNews['refused']>): void {
    const known = why as ChatRefusal
    const before = this.getSnapshot().lines
    const lines = before.map(
      (line): ShownLine => (line.id === id ? { ...line, state: 'refused', why: known } : line),
    )
    this.#store.set({ lines, refused: { why: known, isOfLine: before.some(line => line.id === id) } })
  }
}

function shown({ own, ...line }: ChatLine): ShownLine {
  return { ...line, isOwn: own !== undefined, state: 'said', isEarlier: false, why: null }
}
