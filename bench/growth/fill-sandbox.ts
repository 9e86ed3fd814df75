import { DatabaseSync } from 'node:sqlite'
import type { Shape } from '../../apps/server/src/testing/growth/shape.ts'
import { SCHEMA } from '../../packages/stripe-sandbox/src/schema.ts'

/** Fills the payment sandbox as after a busy day: it keeps an answer for each POST, and the delivery of each event. */
export function fillSandbox(file: string, { keptAnswers }: Shape): void {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  database.exec('begin')
  const insert = database.prepare('insert into idempotent_answers values (?, ?, ?, ?, 200, ?, ?, ?)')
  const deliver = database.prepare(
    `insert into deliveries (event, event_type, state, position, created_ms, due_ms)
     values (?, 'charge.succeeded', 'delivered', ?, ?, ?)`,
  )
  const body = JSON.stringify({ id: 'pi_0', object: 'payment_intent', of: 'x'.repeat(1_500) })
  const now = Date.now()
  for (let i = 0; i < keptAnswers; i++) {
    const at = now - Math.floor((i * 20 * 3_600_000) / keptAnswers)
    insert.run('secret', `key-${i}`, '/v1/payment_intents', `fingerprint-${i}`, body, `req_${i}`, at)
    deliver.run(`evt_${i}`, i + 1, at, at)
  }
  database.exec('commit')
  database.close()
}
