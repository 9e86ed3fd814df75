import type { outbox } from './tables.ts'

export type Work = typeof outbox.$inferSelect
export type OutboxHandler = (payload: Record<string, unknown>, workId: string) => Promise<void>

/** One of several handlers of a topic, by a name that stays. */
export interface Subscriber {
  name: string
  handle: OutboxHandler
}

/** Who does the work of which topic: one handler, or several subscribers with a share each. */
export class OutboxHandlers {
  readonly #alone = new Map<string, OutboxHandler>()
  readonly #shared = new Map<string, Map<string, OutboxHandler>>()

  on(topic: string, handler: OutboxHandler): void {
    if (this.#alone.has(topic) || this.#shared.has(topic)) throw new Error(`two handlers for ${topic}`)
    this.#alone.set(topic, handler)
  }

  subscribe(topic: string, { name, handle }: Subscriber): void {
    const shares = this.#shared.get(topic) ?? new Map<string, OutboxHandler>()
    if (this.#alone.has(topic) || shares.has(name)) throw new Error(`two handlers for ${topic} ${name}`)
    this.#shared.set(topic, shares.set(name, handle))
  }

  /** Who is to have a share of this work; null when it is one handler's, or a share already. */
  sharersOf(work: Work): string[] | null {
    const shares = this.#shared.get(work.topic)
    return shares && work.subscriber === null ? [...shares.keys()] : null
  }

  /** The handler of this work; throws when there is none. */
  handlerOf({ topic, subscriber }: Work): OutboxHandler {
    const handler = subscriber === null ? this.#alone.get(topic) : this.#shared.get(topic)?.get(subscriber)
    if (!handler) throw new Error(`no handler for ${topic}${subscriber === null ? '' : ` ${subscriber}`}`)
    return handler
  }
}
