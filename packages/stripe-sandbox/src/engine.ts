import { type EventOrigin, recordEvent } from './resources/events.ts'
import { applyRefundOutcome } from './resources/refunds.ts'
import type { Store } from './store.ts'
import type { WebhookQueue } from './webhooks.ts'
import type { LaterChange, Work } from './work.ts'

/** Refunds take time at a bank; on the application clock, so that tests need not wait. */
const LATER_MS = 5000
const NO_REQUEST: EventOrigin = { requestId: null, idempotencyKey: null }

export interface EngineDeps {
  store: Store
  webhooks: WebhookQueue
  now: () => Date
  /** Called after every commit that wrote an event. */
  onEvents: () => void
}

/** Runs operations: changes, their events and their deliveries are one transaction. */
export class Engine {
  readonly #deps: EngineDeps

  constructor(deps: EngineDeps) {
    this.#deps = deps
  }

  perform<T>(operation: (work: Work) => T, origin: EventOrigin = NO_REQUEST): T {
    const { store, webhooks, now, onEvents } = this.#deps
    const seconds = Math.floor(now().getTime() / 1000)
    let events = 0
    const work: Work = {
      store,
      seconds,
      emit: (type, object, account) => {
        events += 1
        webhooks.enqueue(recordEvent(store, { type, object, account, seconds, origin }))
      },
      later: (change, objectId) => {
        store
          .statement('INSERT INTO later_changes (due_ms, change, object) VALUES (?, ?, ?)')
          .run(now().getTime() + LATER_MS, change, objectId)
      },
    }
    const result = store.transaction(() => operation(work))
    if (events > 0) onEvents()
    return result
  }

  /** Makes the changes whose time has come, such as a refund that the bank sends back. */
  runDueChanges(): void {
    const { store, now } = this.#deps
    const due = store
      .statement('SELECT id, change, object FROM later_changes WHERE due_ms <= ? ORDER BY id')
      .all(now().getTime())
    for (const row of due) {
      this.perform(work => {
        const change: LaterChange = row.change === 'refund_fails' ? 'refund_fails' : 'refund_succeeds'
        applyRefundOutcome(work, String(row.object), change)
        store.statement('DELETE FROM later_changes WHERE id = ?').run(row.id ?? 0)
      })
    }
  }
}
