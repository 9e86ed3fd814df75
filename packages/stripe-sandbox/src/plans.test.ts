import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cardIntent, openBench } from './testing.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-sandbox-plans-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(directory, { recursive: true })
})

it('no statement reads a whole table: what a sale costs does not grow with the sales before it', async () => {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const databaseFile = join(directory, 'sandbox.sqlite')
  const bench = await openBench({ databaseFile, webhookUrl: () => 'http://127.0.0.1:1/', fetch: notAccepted })
  const { stripe, sandbox, clock } = bench
  const customer = await stripe.customers.create({ email: 'ann@example.org' })
  const { id } = await cardIntent(stripe, {
    ...{ customer: customer.id, payment_method: 'pm_card_visa', confirm: true },
  })
  await stripe.refunds.create({ payment_intent: id, amount: 100 })
  sandbox.faults.openDispute(id)
  await stripe.charges.list({ payment_intent: id, customer: customer.id, expand: ['data.refunds'] })
  await stripe.refunds.list({ payment_intent: id })
  await stripe.events.list({ limit: 3, type: 'charge.refunded' })
  await stripe.paymentIntents.list({ customer: customer.id })
  await stripe.balanceTransactions.list({ limit: 3, created: { gte: 1 } })
  await payOutSome(bench)
  sandbox.faults.webhooks.hold()
  await cardIntent(stripe, { payment_method: 'pm_card_visa', confirm: true })
  sandbox.faults.webhooks.release()
  await bench.sandbox.deliverDueWebhooks()
  clock.now = new Date(clock.now.getTime() + 86_400_000)
  await bench.sandbox.deliverDueWebhooks()
  await bench.close()

  const statements = new Set(prepared.mock.calls.map(([sql]) => sql))
  vi.restoreAllMocks()
  expect(statements.size).toBeGreaterThan(20)
  const database = new DatabaseSync(databaseFile)
  const scans = [...statements].flatMap(sql =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => null))
      .map(({ detail }) => String(detail))
      .filter(detail => readsWholeTable(detail) || readsAllTransfers(detail, sql))
      .map(detail => `${detail}: ${sql}`),
  )
  database.close()
  expect(scans).toEqual([])
})

/** SQLite calls a MAX() that has no index a search too; `later_changes` has few rows, which leave it soon. */
function readsWholeTable(detail: string): boolean {
  return /^(SCAN|SEARCH) /.test(detail) && !/ USING |CONSTANT ROW|later_changes/.test(detail)
}

/** What is looked up of transfers by a field must not read every transfer there was. */
function readsAllTransfers(detail: string, sql: string): boolean {
  return /source_transaction|transfer_group/.test(sql) && /objects_by_kind/.test(detail)
}

/** Pays a part of a sale out, as the application does it: by the sale's own money, found again by its group. */
async function payOutSome({ stripe, sandbox }: Awaited<ReturnType<typeof openBench>>): Promise<void> {
  const { id: destination } = await stripe.accounts.create({ type: 'express', country: 'GB' })
  sandbox.faults.decideAccount(destination, 'verified')
  const sale = await cardIntent(stripe, { payment_method: 'pm_card_visa', confirm: true })
  await stripe.transfers.create({
    ...{ amount: 100, currency: 'gbp', destination, transfer_group: 'a-request' },
    source_transaction: String(sale.latest_charge),
  })
  await stripe.transfers.list({ transfer_group: 'a-request' })
}

const notAccepted: typeof fetch = async () => new Response(null, { status: 500 })
