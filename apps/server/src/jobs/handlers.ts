import type { TopicWork } from '../core/topic.ts'
import type { outbox } from './tables.ts'

export type Work = typeof outbox.$inferSelect
type Handle = TopicWork['handle']

/** The handlers of each topic: one handler, or several subscribers. */
export class OutboxHandlers {
  readonly #alone = new Map<string, Handle>()
  readonly #shared = new Map<string, Map<string, Handle>>()

  add({ topic, subscriber, handle }: TopicWork): void {
    const shares = this.#shared.get(topic)
    const isTaken = subscriber === null ? shares !== undefined : shares?.has(subscriber)
    if (this.#alone.has(topic) || isTaken) throw new Error(`two handlers for ${topic} ${subscriber ?? ''}`)
    if (subscriber === null) this.#alone.set(topic, handle)
    else this.#shared.set(topic, (shares ?? new Map<string, Handle>()).set(subscriber, handle))
  }

  /** The subscribers that each get a row of this work; null if it has one handler, or is such a row already. */
  sharersOf(work: Pick<Work, 'topic' | 'subscriber'>): string[] | null {
    const shares = this.#shared.get(work.topic)
    return shares && work.subscriber === null ? [...shares.keys()] : null
  }

  /** The handler of this work; throws when there is none. */
  handlerOf({ topic, subscriber }: Work): Handle {
    const handler = subscriber === null ? this.#alone.get(topic) : this.#shared.get(topic)?.get(subscriber)
    if (!handler) throw new Error(`no handler for ${topic}${subscriber === null ? '' : ` ${subscriber}`}`)
    return handler
  }
}
