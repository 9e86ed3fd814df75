import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAudit } from '../../audit/run-audit.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { fillDatabase } from './fill.ts'
import { shapeOf } from './shape.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await fillDatabase(database.connectionString, { shape: shapeOf(0.005), passwordHash: 'none', as: 'owner' })
}, 240_000)
afterAll(() => database.close())

test('a filled database keeps every invariant of money, time and states', async () => {
  const { checks } = await runAudit(database.pool, { now: new Date(), scope: 'everything' })
  const broken = checks.filter(({ breaches }) => breaches > 0)
  expect(broken.map(({ name, examples }) => ({ name, example: examples[0] }))).toEqual([])
})

/** Tables that the fill leaves empty, and why their size cannot make a call dearer. */
const EMPTY: Readonly<Record<string, string>> = {
  ...because('of one installation', [
    ...[
      'application_clock',
      'operator_runs',
      'payment_provider',
      'sale_terms',
      'server_secrets',
      'signing_keys',
    ],
  ]),
  ...because('read by their own key alone, and they end', [
    ...['email_changes', 'factor_losses', 'factor_tickets', 'one_time_codes', 'passkey_challenges'],
    ...['social_login_tries', 'ws_tickets', 'card_setups', 'case_reminders', 'former_usernames'],
  ]),
  ...because('a few rows of a person, read by the person', [
    ...['availability_exceptions', 'birth_dates', 'pictures', 'provider_customers', 'recovery_codes'],
    ...['saved_cards', 'totp_factors', 'retired_usernames'],
  ]),
  ...because('a few rows of one request, call, payment or dispute, read by it', [
    ...['card_charges', 'dispute_statements', 'media_alone', 'media_minutes', 'refunds', 'request_gifts'],
    ...['slot_proposals', 'transfer_reversals'],
  ]),
  ...because('what went wrong, which an operator settles', ['bank_payouts', 'orphan_charges']),
}

function because(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map(name => [name, reason]))
}

test('every table has rows in a filled database, or there is a reason why not', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and reltuples <= 0`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(EMPTY).toSorted())
})

test('requests lie in the table in the order of their creation, as where people made them', async () => {
  const { rows } = await database.pool.query<{ correlation: number }>(
    `select correlation from pg_stats where tablename = 'session_requests' and attname = 'created_at'`,
  )
  // Rows that lie anywhere else let a list read the two pages of a visibility map again and again.
  expect(rows[0]?.correlation).toBeGreaterThan(0.99)
})
