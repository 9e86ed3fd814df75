import { MESSAGE_REACTIONS, REACTIONS_EVERY_MS, type Reaction, type ReactionCounts } from '@parley/contract'
import type { Bus } from '../bus.ts'
import { Paced } from '../clock/paced.ts'
import { publishToRoom } from '../room-messages.ts'
import { sessionOf } from '../room-subject.ts'
import type { ChatRoom } from './chat-room.ts'

/** Counts the reactions of one room in this process, and publishes the counts to all processes, without names. */
export class Reactions {
  #counts: ReactionCounts = {}
  #sending: Paced

  constructor(bus: Bus, roomId: string, failed: (error: unknown) => void) {
    this.#sending = new Paced(
      async () => {
        const counts = this.#counts
        this.#counts = {}
        await publishToRoom(bus, roomId, { kind: 'reactions', counts }).catch(failed)
      },
      () => REACTIONS_EVERY_MS,
    )
  }

  count(reaction: Reaction): void {
    this.#counts[reaction] = (this.#counts[reaction] ?? 0) + 1
    this.#sending.request()
  }

  stop(): void {
    this.#sending.stop()
  }
}

export function sendReactions(room: ChatRoom, counts: ReactionCounts): void {
  const message = { handler: MESSAGE_REACTIONS, payload: counts, ...sessionOf(room.subject) } as const
  for (const socket of room.sockets()) socket.send(message)
}
