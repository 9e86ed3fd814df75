import { MINUTE_MS, messages, pence, SLOT_HOLDS_MAX, seconds } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Refusal } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { somebody } from '../../calls/testing/call-requests.ts'
import { liveEvents } from '../../live-events/tables.ts'
import { soldRequest } from '../testing/sold-request.ts'
import { assertMayBook, assertMayHoldAgain } from './buyer-bounds.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** What the buyer reads; null if nothing is refused. */
const refusalOf = (decide: (tx: Tx) => Promise<void>) =>
  withTransaction(database.db, decide).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return [error.code, error.body, error.retryAfterSeconds]
    },
  )

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
  return refusalOf(tx => assertMayHoldAgain(tx, { buyerId, requestId, now }))
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

/** A buyer whose unpaid places of one event ended so many minutes ago, in the order of the rows. */
async function bookPlaceAfter(endedMinutesAgo: readonly number[]) {
  const place = { db: database.db, clock }
  const now = clock.now()
  const [liveEventId, buyerId, influencerId] = [
    newId(),
    await somebody(place, 'fred'),
    await somebody(place, 'ivy'),
  ]
  await database.db.insert(liveEvents).values({
    ...{ id: liveEventId, slug: liveEventId, uuid: liveEventId, influencerId },
    ...{ title: 'Endgames', description: '', pricePence: pence(2500), capacity: 20 },
    ...{ durationSeconds: seconds(600), durationDisplay: 1, format: 'broadcast' },
    ...{ startsAt: new Date(now.getTime() + 60 * MINUTE_MS), createdAt: now, updatedAt: now },
  })
  const unpaid = {
    buyerId,
    liveEventId,
    requestType: 'broadcast',
    paymentStatus: 'unpaid',
    paidAt: null,
  } as const
  for (const minutes of endedMinutesAgo) {
    const endedAt = new Date(now.getTime() - minutes * MINUTE_MS)
    const expired = { state: 'expired', outcome: 'unpaid', endedAt } as const
    await soldRequest(place, { ...unpaid, ...expired }, { status: 'canceled' })
  }
  return refusalOf(tx => assertMayBook(tx, { buyerId, influencerId, liveEventId, now }))
}

it.each([[[50, 20]], [[20, 50]]])(
  'a buyer whose places ended %j minutes ago unpaid waits until the first of them ended an hour ago',
  async endedMinutesAgo => {
    expect(await bookPlaceAfter(endedMinutesAgo)).toEqual([
      'too_many',
      { detail: messages.heldTooOften },
      600,
    ])
  },
)
