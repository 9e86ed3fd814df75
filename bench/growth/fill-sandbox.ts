import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Shape } from '../../apps/server/src/testing/growth/shape.ts'
import { SCHEMA } from '../../packages/stripe-sandbox/src/schema.ts'

/** What moved the balance at the provider: a charge with its fee, or a transfer. */
export interface Moved {
  kind: 'charge' | 'transfer'
  id: string
  amount: number
  fee: number
}

/** What a filled database says was charged and transferred, so that the provider's books have the same. */
export async function movedIn(url: string): Promise<Moved[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Moved>(
    `select 'charge' as kind, charge_id as id, amount_pence as amount, coalesce(fee_pence, 0) as fee
     from payments where charge_id is not null
     union all select 'transfer', transfer_id, withheld_pence - share_pence, 0 from payouts where transfer_id is not null`,
  )
  await client.end()
  return rows
}

/**
 * Fills the payment sandbox as after a busy day: it keeps an answer for each POST, and the delivery of each event. Its
 * books have what the database says, so that `npm run reconcile` compares two equal books of the same size.
 */
export function fillSandbox(file: string, { keptAnswers }: Shape, moved: readonly Moved[]): void {
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
  const object = database.prepare('insert into objects (id, kind, created, body) values (?, ?, ?, ?)')
  const created = Math.floor(now / 1000)
  for (const { kind, id, amount, fee } of moved) {
    object.run(
      id,
      kind,
      created,
      JSON.stringify({ id, object: kind, created, amount: Math.abs(amount), metadata: {} }),
    )
    const entry = {
      ...{ id: `txn_${id}`, object: 'balance_transaction', created, currency: 'gbp', source: id, type: kind },
      ...{
        amount,
        fee,
        net: amount - fee,
        status: 'available',
        available_on: created,
        reporting_category: kind,
      },
      ...{ balance_type: 'payments', description: null, exchange_rate: null, fee_details: [] },
    }
    object.run(entry.id, entry.object, created, JSON.stringify(entry))
  }
  database.exec('commit')
  database.close()
}
