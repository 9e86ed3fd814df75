import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { users } from '../../accounts/public.ts'
import { paidRequest, requestRow, somebody } from '../../calls/testing/call-requests.ts'
import { blocks } from '../../safety/tables.ts'
import { sidesAreApart, thoseApart } from './sides-apart.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const person = (name: string) => somebody({ db: database.db, clock }, name)

/** A paid call with somebody who attends in the buyer's place. */
async function callOf() {
  const { db } = database
  const [buyerId, influencerId, attendeeId] = [await person('fred'), await person('ivy'), await person('ann')]
  const { id } = await paidRequest({ db, clock }, { buyerId, influencerId, attendeeId })
  return { buyerId, influencerId, attendeeId, row: await requestRow({ db }, id) }
}
const block = (blockerId: string, blockedId: string) =>
  database.db.insert(blocks).values({ blockerId, blockedId, createdAt: clock.now() })
const suspend = (id: string) =>
  database.db.update(users).set({ suspendedAt: clock.now() }).where(eq(users.id, id))

it('people of whom nobody blocked another meet', async () => {
  const { row, buyerId, attendeeId } = await callOf()
  expect(await sidesAreApart(database.db, row)).toBe(false)
  // They do not meet each other in it.
  await block(buyerId, attendeeId)
  expect(await sidesAreApart(database.db, row)).toBe(false)
})

it.each(['buyerId', 'attendeeId'] as const)(
  'the %s and the influencer do not meet after a block of either',
  async side => {
    const [first, second, other] = [await callOf(), await callOf(), await callOf()]
    await block(first[side], first.influencerId)
    await block(second.influencerId, second[side])
    const ids = await thoseApart(database.db, [first.row, second.row, other.row])
    expect(ids).toEqual(new Set([first.row.id, second.row.id]))
  },
)

it.each(['buyerId', 'attendeeId', 'influencerId'] as const)('a suspended %s meets nobody', async side => {
  const call = await callOf()
  await suspend(call[side])
  expect(await sidesAreApart(database.db, call.row)).toBe(true)
})

it('a link that nobody has accepted has one side only', async () => {
  const { row, buyerId } = await callOf()
  await suspend(buyerId)
  expect(await sidesAreApart(database.db, { ...row, influencerId: null })).toBe(false)
})
