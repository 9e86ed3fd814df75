import type { Db, Tx } from '../db/client.ts'
import type { Clock } from './clock.ts'
import type { Topic } from './topic.ts'

/** What is logged: ids and codes, never tokens, card data or people's words. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Leaves work to be done after the transaction commits, at least once. */
export interface OutboxWriter {
  add<Payload extends object>(tx: Tx, topic: Topic<Payload>, payload: NoInfer<Payload>): Promise<void>
  /**
   * The same for work that is not due before a moment of the application's clock. Of work with the same `onceFor` and
   * the same moment only the first is written.
   */
  addLater<Payload extends object>(
    tx: Tx,
    work: { topic: Topic<Payload>; payload: NoInfer<Payload>; runAt: Date; onceFor?: string },
  ): Promise<void>
  /** Looks for work at once instead of at the next poll. */
  nudge(): void
}

/** What every operation may use. Domains widen it with the ports they need. */
export interface Core {
  db: Db
  clock: Clock
  log: Log
  outbox: OutboxWriter
  publicOrigin: string
}
