import type { WebhookFaults } from './faults/webhook-faults.ts'
import { signatureHeader } from './signature.ts'
import type { Store } from './store.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 3_600_000
const ABANDONED_AFTER_MS = 3 * 86_400_000
const BATCH = 50

export interface WebhookDeps {
  store: Store
  faults: WebhookFaults
  webhookSecret: string
  webhookUrl: () => string | null
  now: () => Date
  fetch: typeof fetch
  timeoutMs: number
  warn(detail: object, message: string): void
}

interface Delivery {
  id: number
  event: string
  attempts: number
  createdMs: number
  manner: string
  shiftSeconds: number
}

/** Deliveries lie in the database until an endpoint answers 2xx, so they survive a restart. */
export class WebhookQueue {
  readonly #deps: WebhookDeps
  readonly #closing = new AbortController()
  #pass: Promise<number> = Promise.resolve(0)

  constructor(deps: WebhookDeps) {
    this.#deps = deps
  }

  /**
   * What was waiting when the process ended is tried at once, even if the application's clock was set back in between.
   */
  resume(): void {
    const nowMs = this.#deps.now().getTime()
    this.#deps.store
      .statement("UPDATE deliveries SET due_ms = ? WHERE state = 'due' AND due_ms > ?")
      .run(nowMs, nowMs)
    this.#deps.store
      .statement("UPDATE deliveries SET state = 'due', due_ms = ? WHERE state = 'held'")
      .run(nowMs)
  }

  /** Queues an event's delivery inside the transaction that wrote the event. */
  enqueue(event: { id: string; type: string }): void {
    const plan = this.#deps.faults.plan(event.type)
    const nowMs = this.#deps.now().getTime()
    for (let copy = 0; copy < plan.copies; copy += 1) {
      this.#deps.store
        .statement(
          `INSERT INTO deliveries (event, event_type, state, position, created_ms, due_ms, manner, shift_seconds)
           VALUES (?, ?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM deliveries), ?, ?, ?, ?)`,
        )
        .run(event.id, event.type, plan.state, nowMs, nowMs, plan.manner, plan.shiftSeconds)
    }
  }

  /** Sends what is due, one after another; answers how many were accepted. Passes never overlap. */
  deliverDue(): Promise<number> {
    this.#pass = this.#pass.catch(() => 0).then(() => this.#deliverAll())
    return this.#pass
  }

  /** Held deliveries flow again: in the given order of event ids or types, the rest after them as they came. */
  release(order: readonly string[]): number {
    const { store, faults, now } = this.#deps
    faults.flow()
    const held = store
      .statement("SELECT id, event, event_type FROM deliveries WHERE state = 'held' ORDER BY position")
      .all()
    const rank = (row: (typeof held)[number]) => {
      const index = order.findIndex(name => name === row.event || name === row.event_type)
      return index === -1 ? order.length : index
    }
    const sorted = held
      .map((row, index) => ({ row, index }))
      .sort((a, b) => rank(a.row) - rank(b.row) || a.index - b.index)
    for (const { row } of sorted) {
      store
        .statement(
          `UPDATE deliveries SET state = 'due', due_ms = ?,
           position = (SELECT COALESCE(MAX(position), 0) + 1 FROM deliveries) WHERE id = ?`,
        )
        .run(now().getTime(), row.id ?? 0)
    }
    return held.length
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#pass.catch(() => 0)
  }

  async #deliverAll(): Promise<number> {
    let accepted = 0
    for (;;) {
      const url = this.#deps.webhookUrl()
      if (url === null || this.#closing.signal.aborted) return accepted
      const due = this.#due()
      if (due.length === 0) return accepted
      for (const delivery of due) {
        if (this.#closing.signal.aborted) return accepted
        if (await this.#attempt(delivery, url)) accepted += 1
      }
    }
  }

  #due(): Delivery[] {
    return this.#deps.store
      .statement(
        `SELECT id, event, attempts, created_ms, manner, shift_seconds FROM deliveries
         WHERE state = 'due' AND due_ms <= ? ORDER BY due_ms, position LIMIT ${BATCH}`,
      )
      .all(this.#deps.now().getTime())
      .map(row => ({
        id: Number(row.id),
        event: String(row.event),
        attempts: Number(row.attempts),
        createdMs: Number(row.created_ms),
        manner: String(row.manner),
        shiftSeconds: Number(row.shift_seconds),
      }))
  }

  async #attempt(delivery: Delivery, url: string): Promise<boolean> {
    const status = await this.#post(delivery, url)
    if (this.#closing.signal.aborted && status === null) return false
    const isAccepted = status !== null && status >= 200 && status < 300
    if (isAccepted) this.#markDelivered(delivery)
    else this.#retryLater(delivery, status)
    return isAccepted
  }

  /** The endpoint's status, or null where none came. */
  async #post(delivery: Delivery, url: string): Promise<number | null> {
    const { store, now, webhookSecret } = this.#deps
    const payload = JSON.stringify(store.named('event', delivery.event))
    const seconds = Math.floor(now().getTime() / 1000) + delivery.shiftSeconds
    const secret = delivery.manner === 'forge' ? 'whsec_forged' : webhookSecret
    try {
      const response = await this.#deps.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret, seconds),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(this.#deps.timeoutMs), this.#closing.signal]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      // No answer: the delivery is repeated later.
      return null
    }
  }

  /** In one transaction: each write of its own would wait for the disk. */
  #markDelivered(delivery: Delivery): void {
    const { store } = this.#deps
    store.transaction(() => {
      store
        .statement("UPDATE deliveries SET state = 'delivered', attempts = attempts + 1 WHERE id = ?")
        .run(delivery.id)
      const event = store.named('event', delivery.event)
      if (event.pending_webhooks > 0) store.save({ ...event, pending_webhooks: 0 })
    })
  }

  /** A fault is for one attempt: the retry is a genuine one. */
  #retryLater(delivery: Delivery, status: number | null): void {
    const { store, now, warn } = this.#deps
    const nowMs = now().getTime()
    const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, LONGEST_RETRY_MS)
    const state = nowMs - delivery.createdMs > ABANDONED_AFTER_MS ? 'abandoned' : 'due'
    store
      .statement(
        `UPDATE deliveries SET state = ?, attempts = attempts + 1, due_ms = ?, manner = 'plain', shift_seconds = 0
         WHERE id = ?`,
      )
      .run(state, nowMs + backoffMs, delivery.id)
    warn({ event: delivery.event, status, attempts: delivery.attempts + 1, state }, 'webhook not accepted')
  }
}
