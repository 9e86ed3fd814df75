import type { ClientMessage } from '@parley/contract/calls'
import type { JoinAddress } from '../../../video/index.ts'
import type { Presence } from '../connection/call.ts'

/** The socket of a line: each ticket names the room that it leads to. */
export interface LinePresence extends Presence {
  nextTicket(): Promise<JoinAddress & { session: string }>
  /** The ticket for the turn that comes next, to wait there. */
  earlyTicket(): Promise<JoinAddress & { session: string }>
}

/**
 * The socket of a line as the call of one turn uses it: it stays open when the turn is over, and a ticket for the
 * room of another turn is none into this one.
 */
export function presenceOfTurn(line: LinePresence, place: string): Presence {
  return {
    subscribe: line.subscribe,
    // Who else has the page open is not who is met.
    getSnapshot: () => ({ ...line.getSnapshot(), hasTicket: true, lurkers: 1, users: [] }),
    open: () => undefined,
    close: () => undefined,
    send: (message: ClientMessage) => line.send(message),
    // A line keeps no ticket for later.
    dropTicket: () => undefined,
    async nextTicket(): Promise<JoinAddress> {
      const ticket = await line.nextTicket()
      if (ticket.session !== place) throw new Error('this is the way into another turn')
      return ticket
    },
  }
}
