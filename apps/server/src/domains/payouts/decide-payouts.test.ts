import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { decidePayouts } from './decide-payouts.ts'
import type { PayoutRow } from './payout-store.ts'
import { storedPayouts } from './testing/stored-payouts.ts'

let database: TestDatabase
let stored: ReturnType<typeof storedPayouts>
const queries = recordQueries()
beforeAll(async () => {
  database = await createTestDatabase()
  stored = storedPayouts(database.db)
})
afterAll(async () => {
  queries.stop()
  await database.close()
})

/** Decides about so many payouts of a person without an account; answers the statements that it took. */
async function statementsFor(payouts: number): Promise<number> {
  const first = await stored.add({ status: 'waiting', sharePence: 100 })
  const { influencerId } = first
  for (let more = 1; more < payouts; more++)
    await stored.add({ influencerId, status: 'waiting', sharePence: 100 })
  queries.take()
  await withTransaction(database.db, tx =>
    decidePayouts(stored.depsWith(), tx, { influencerId, hold: null, now: stored.now }),
  )
  const sent = queries.take()
  const { rows } = await database.pool.query<PayoutRow>(
    `select status, waits_for as "waitsFor" from payouts where influencer_id = $1`,
    [influencerId],
  )
  expect(new Set(rows.map(({ status, waitsFor }) => `${status} ${waitsFor}`))).toEqual(
    new Set(['waiting no_account']),
  )
  return sent.length
}

it('payouts that wait for one reason cost one statement, however many they are', async () => {
  expect(await statementsFor(40)).toBe(await statementsFor(1))
})
