import { messages, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Refusal } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { requestRow, somebody } from '../../calls/testing/call-requests.ts'
import { refunds } from '../../payments/tables.ts'
import { problems } from '../tables.ts'
import { requestsDomain, soldRequest } from '../testing/sold-request.ts'
import { giveBack, mailInfluencer } from './give-back.ts'
import { giveBackByStaff, isPartyOf, needsSecond } from './give-back-by-staff.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const place = () => ({ db: database.db, clock })
const sold = (more: Parameters<typeof soldRequest>[1] = {}) => soldRequest(place(), more)
const row = (id: string) => requestRow(place(), id)
/** The code and body of a refusal; null where nothing is refused. */
const refused = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return [error.code, error.body]
    },
  )

describe('an influencer gives back', () => {
  const give = (actorId: string, requestId: string, more: { pence?: number; uuid?: string } = {}) => {
    const { deps, mails } = requestsDomain(place())
    const amountPence = pence(more.pence ?? 500)
    const given = giveBack(deps, { requestId, actorId, amountPence, uuid: more.uuid ?? newId() })
    return { given, mails }
  }

  it('a part of their own sale, with a mail to its buyer', async () => {
    const { id, buyerId, influencerId } = await sold()
    const { given, mails } = give(influencerId, id)
    await given
    expect((await row(id)).refundedPence).toBe(500)
    expect(mails()).toEqual([`given-back ${buyerId}`])
  })

  it('nothing of a sale of somebody else, of which they do not learn', async () => {
    const { id, buyerId } = await sold()
    for (const actorId of [buyerId, await somebody(place(), 'mia')])
      expect((await refused(give(actorId, id).given))?.[0]).toBe('not_found')
    expect((await row(id)).refundedPence).toBe(0)
  })

  it('once for each key, and nothing by a key with another sum', async () => {
    const { id, influencerId } = await sold()
    const uuid = newId()
    for (let again = 0; again < 2; again++) await give(influencerId, id, { uuid }).given
    expect((await refused(give(influencerId, id, { uuid, pence: 600 }).given))?.[0]).toBe('conflict')
    expect((await row(id)).refundedPence).toBe(500)
  })

  it('once for each key in their own words, which stay nowhere', async () => {
    const { id, influencerId } = await sold()
    const uuid = 'for Ivy Smith'
    for (let again = 0; again < 2; again++) await give(influencerId, id, { uuid }).given
    const made = await database.db.select().from(refunds).where(eq(refunds.requestId, id))
    expect(made).toHaveLength(1)
    expect(made[0]?.reason).toMatch(/^goodwill:[\w+/=-]+$/)
    expect(made[0]?.reason).not.toContain('Ivy')
  })

  it('no more than is left, for 180 days', async () => {
    const { id, influencerId } = await sold()
    const more = await refused(give(influencerId, id, { pence: 2501 }).given)
    expect(more).toEqual(['invalid', { amount: [messages.moreThanLeft] }])
    clock.advance(180 * 24 * 3_600 + 1)
    expect((await refused(give(influencerId, id).given))?.[0]).toBe('conflict')
  })
})

describe('staff', () => {
  it('know whether somebody has a side in a request', async () => {
    const { id, buyerId, influencerId } = await sold()
    const has = (userId: string, requestId = id) => isPartyOf(database.db, requestId, userId)
    expect([await has(buyerId), await has(influencerId), await has(newId())]).toEqual([true, true, false])
    expect(await has(buyerId, newId())).toBe(false)
  })

  it('give a part back, or leave it to a second one, with a mail to both sides', async () => {
    const { id, buyerId, influencerId } = await sold()
    const give = async (answer: 'carry_out' | 'waits') => {
      const { deps, mails } = requestsDomain(place())
      const { version } = await row(id)
      const outcome = await giveBackByStaff(deps, {
        ...{ requestId: id, actorId: newId(), amountPence: pence(500), version, reason: `staff:${newId()}` },
        mayCarryOut: async () => answer,
      })
      return { outcome, mails: mails() }
    }
    expect(await give('waits')).toEqual({ outcome: 'waits', mails: [] })
    expect((await row(id)).refundedPence).toBe(0)
    const mails = [`sale-given-back ${influencerId}`, `given-back ${buyerId}`]
    expect(await give('carry_out')).toEqual({ outcome: 'done', mails })
    expect((await row(id)).refundedPence).toBe(500)
  })

  it('need a second one for more than 500.00 of one sale, in how many parts it may be', async () => {
    const { id, buyerId } = await sold()
    const isMuch = (sum: number) => withTransaction(database.db, tx => needsSecond(tx, id, pence(sum)))
    expect([await isMuch(50_000), await isMuch(50_001)]).toEqual([false, true])
    const problem = { requestId: id, reporterId: buyerId, kind: 'quality', createdAt: clock.now() } as const
    const settled = { state: 'settled', settledAt: clock.now(), backPence: pence(1_000) } as const
    // What the record of a call decided, no member of staff has.
    await database.db.insert(problems).values({ ...problem, ...settled, id: newId() })
    expect(await isMuch(50_000)).toBe(false)
    const settledBy = await somebody(place(), 'desk')
    await database.db.insert(problems).values({ ...problem, ...settled, id: newId(), settledBy })
    expect([await isMuch(49_000), await isMuch(49_001)]).toEqual([false, true])
  })
})

it('nobody gets a mail about a sale that no influencer has accepted', async () => {
  const { id } = await sold()
  const { deps, mails } = requestsDomain(place())
  const unclaimed = { ...(await row(id)), influencerId: null }
  await withTransaction(database.db, tx =>
    mailInfluencer(deps, tx, { row: unclaimed, backPence: pence(500), by: 'staff' }),
  )
  expect(mails()).toEqual([])
  expect(await database.db.select().from(refunds).where(eq(refunds.requestId, id))).toEqual([])
})
