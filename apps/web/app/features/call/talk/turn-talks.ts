import type { ClientMessage, ServerMessage } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_REACTIONS } from '@parley/contract/in-call/chat'
import { createTalk, type Talk } from './talk.ts'

/**
 * The chat and the reactions of each turn on one page of a line. A message about a turn may come before the page knows
 * that the turn is called, or after the next one is: it is shown in its own turn or nowhere.
 */
export class TurnTalks {
  #send: (message: ClientMessage) => void
  #talks = new Map<string, Talk>()

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
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
    if (message.session !== undefined) this.of(message.session).receive(message)
  }
}

/** The server refuses what is for another turn than the current one. */
function named(message: ClientMessage, session: string): ClientMessage {
  if (!('type' in message)) return message
  return message.type === 'chat' || message.type === 'react' ? { ...message, session } : message
}
