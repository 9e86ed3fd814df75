import type { ClientMessage, ServerMessage } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_REACTIONS } from '@parley/contract/in-call/chat'
import { createTalk, type Talk } from './talk.ts'

interface TurnsOver {
  /** Whether this page shows the turn. */
  isShown(place: string): boolean
  /** A line that this person wrote was refused when its turn was over: no chat shows it. */
  onRefused(): void
}

/**
 * The chat and the reactions of each turn on one page of a line. A message about a turn may come before the page knows
 * that the turn is called, or after the next one is: it is shown in its own turn or nowhere.
 */
export class TurnTalks {
  #send: (message: ClientMessage) => void
  #over: TurnsOver
  #talks = new Map<string, Talk>()

  constructor(send: (message: ClientMessage) => void, over: TurnsOver) {
    this.#send = send
    this.#over = over
  }

  of(place: string): Talk {
    const known = this.#talks.get(place)
    if (known) return known
    const talk = createTalk(message => this.#send(named(message, place)))
    this.#talks.set(place, talk)
    return talk
  }

  /** A turn is called: nothing that was written in another one is kept on the page. */
  begin(place: string): void {
    for (const other of [...this.#talks.keys()]) if (other !== place) this.#talks.delete(other)
  }

  receive(message: ServerMessage): void {
    if (message.handler !== MESSAGE_CHAT && message.handler !== MESSAGE_REACTIONS) return
    const { session } = message
    if (session === undefined) return
    this.of(session).receive(message)
    const refused = message.handler === MESSAGE_CHAT ? message.payload.refused : undefined
    if (typeof refused?.id !== 'string') return
    // The server closes the chat of a turn with the turn; the page may get that message a moment later.
    if (refused.why === 'closed' || !this.#over.isShown(session)) this.#over.onRefused()
  }
}

/** The server refuses what is for another turn than the current one. */
function named(message: ClientMessage, session: string): ClientMessage {
  if (!('type' in message)) return message
  return message.type === 'chat' || message.type === 'react' ? { ...message, session } : message
}
