import { type Pence, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { withTransaction } from '../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { somebody } from '../calls/testing/call-requests.ts'
import { payableFrom } from './payout-rules.ts'
import { planPayout } from './plan-payout.ts'
import { payouts } from './tables.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Plans the payout of one request so often. */
async function planned(sharePence: Pence, times: number) {
  const influencerId = await somebody({ db: database.db, clock }, 'ivy')
  const plan = { requestId: newId(), influencerId, sharePence, now: clock.now() }
  for (let i = 0; i < times; i++) await withTransaction(database.db, tx => planPayout(tx, plan))
  return database.db.select().from(payouts).where(eq(payouts.influencerId, influencerId))
}

it('a share of a penny is paid out, once, seven days after the release', async () => {
  const payableAt = payableFrom(clock.now())
  expect(await planned(pence(1), 2)).toMatchObject([
    { status: 'waiting', sharePence: 1, payableAt, lookAt: payableAt },
  ])
})

it('a share of nothing is not paid out', async () => {
  expect(await planned(pence(0), 1)).toEqual([])
})
