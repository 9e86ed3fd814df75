import { MINUTE_MS, messages, SLOT_HOLDS_MAX } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { Refusal } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { soldRequest } from '../testing/sold-request.ts'
import { assertMayHoldAgain } from './buyer-bounds.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A buyer who paid once before, and holds so many times of which one is to be held again. */
async function holdAgain(holds: number) {
  const place = { db: database.db, clock }
  const { buyerId } = await soldRequest(place)
  const now = clock.now()
  const unpaid = { buyerId, paymentStatus: 'unpaid', paidAt: null } as const
  const holdUntil = new Date(now.getTime() + MINUTE_MS)
  let requestId = ''
  for (let i = 0; i < holds; i++)
    requestId = (await soldRequest(place, { ...unpaid, holdUntil }, { status: 'open' })).id
  return withTransaction(database.db, tx => assertMayHoldAgain(tx, { buyerId, requestId, now })).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return [error.code, error.body, error.retryAfterSeconds]
    },
  )
}

it('a buyer holds one of their times again, which does not count beside itself', async () => {
  expect(await holdAgain(SLOT_HOLDS_MAX)).toBeNull()
})

it('a buyer who holds enough elsewhere waits until the first of them ends', async () => {
  expect(await holdAgain(SLOT_HOLDS_MAX + 1)).toEqual([
    'too_many',
    { detail: messages.tooManySlotsHeld },
    MINUTE_MS / 1000,
  ])
})
