import { pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { somebody } from '../../calls/testing/call-requests.ts'
import type { RefundFacts } from '../payment-provider.ts'
import type { TransferFacts } from '../payout-provider.ts'
import { payments, refunds } from '../tables.ts'
import { findRefundOf } from './adopted-refund.ts'
import { refundOfTransfer } from './refund-to-account.ts'
import {
  adoptSecondTry,
  countCardTries,
  hasReturnedRefund,
  isSecondTry,
  refundWays,
  replaceReturned,
} from './returned-refunds.ts'

const now = stillClock().now()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => withTransaction(database.db, act)

type Stored = Pick<typeof refunds.$inferInsert, 'status'> &
  Partial<
    Pick<
      typeof refunds.$inferInsert,
      'reason' | 'accountId' | 'amountPence' | 'createdAt' | 'providerRefundId' | 'reference'
    >
  >

/** A paid request with these refunds, of 5.00 each unless it is said. */
async function refunded(...stored: Stored[]) {
  const payerId = await somebody({ db: database.db, clock: { now: () => now } }, 'fred')
  const [requestId, paymentId] = [newId(), newId()]
  await database.db.insert(payments).values({
    ...{ id: paymentId, requestId, payerId, amountPence: pence(2500), status: 'succeeded' },
    ...{ createdAt: now, updatedAt: now },
  })
  const at = { createdAt: now, updatedAt: now }
  const rows = stored.map((row, i) => {
    const id = newId()
    return { id, paymentId, requestId, amountPence: pence(500), reason: `goodwill:${i}`, ...at, ...row }
  })
  if (rows.length > 0) await database.db.insert(refunds).values(rows)
  return { requestId, paymentId, ids: rows.map(({ id }) => id) }
}
const statusesOf = async (requestId: string) => {
  const rows = await database.db.select().from(refunds).where(eq(refunds.requestId, requestId))
  return rows.map(({ status }) => status).sort()
}

describe('what goes back of a request', () => {
  it('went to the card, but for what the bank has sent back and nobody sent again', async () => {
    const { requestId } = await refunded(
      { status: 'succeeded' },
      { status: 'failed' },
      { status: 'failed', amountPence: pence(300) },
      { status: 'replaced', accountId: 'acct_old' },
    )
    const none = await refunded()
    const ways = await refundWays(database.db, [requestId, none.requestId])
    expect(ways).toEqual(new Map([[requestId, { returnedPence: 800, to: 'card', newestAt: now }]]))
    expect(await refundWays(database.db, [])).toEqual(new Map())
  })

  it('went to an account of the buyer where any part did', async () => {
    for (const order of [
      ['acct_1', null],
      [null, 'acct_1'],
    ]) {
      const parts = order.map(accountId => ({ status: 'succeeded' as const, accountId }))
      const { requestId } = await refunded(...parts)
      const ways = await refundWays(database.db, [requestId])
      expect(ways.get(requestId)).toEqual({ returnedPence: 0, to: 'account', newestAt: now })
    }
  })

  it('is dated by the newest part', async () => {
    const newest = new Date(now.getTime() + 86_400_000)
    const { requestId } = await refunded(
      { status: 'succeeded' },
      { status: 'pending', createdAt: newest },
      { status: 'sent' },
    )
    expect((await refundWays(database.db, [requestId])).get(requestId)?.newestAt).toEqual(newest)
  })

  it('has come back, or not', async () => {
    const [back, there] = [await refunded({ status: 'failed' }), await refunded({ status: 'succeeded' })]
    expect(await hasReturnedRefund(database.db, back.requestId)).toBe(true)
    expect(await hasReturnedRefund(database.db, there.requestId)).toBe(false)
  })
})

describe('a refund that came back', () => {
  it('is sent again once, by another refund, and then counts as a try', async () => {
    const { requestId, ids } = await refunded({ status: 'failed' }, { status: 'succeeded' })
    const work: object[] = []
    const outbox = {
      add: async (_tx: unknown, _topic: unknown, payload: object) => void work.push(payload),
      addLater: async () => undefined,
      nudge: () => undefined,
    }
    const again = () =>
      inTransaction(tx => replaceReturned({ outbox }, tx, { requestId, accountId: null, now }))
    expect(await countCardTries(database.db, requestId)).toBe(0)
    for (let times = 0; times < 2; times++) await again()
    expect(await statusesOf(requestId)).toEqual(['pending', 'replaced', 'succeeded'])
    const [second] = await database.db
      .select()
      .from(refunds)
      .where(eq(refunds.reason, `again:${ids[0]}`))
    expect([isSecondTry(second?.reason ?? null), work]).toEqual([true, [{ refundId: second?.id }]])
    expect(await countCardTries(database.db, requestId)).toBe(1)
  })

  it('that is sent to an account does not count as a try of the card', async () => {
    const { requestId } = await refunded({ status: 'sent', reason: 'again:one', accountId: 'acct_1' })
    expect(await countCardTries(database.db, requestId)).toBe(0)
  })

  it('is told from a first try by its reason', () => {
    expect([isSecondTry('goodwill:again:'), isSecondTry(null)]).toEqual([false, false])
  })

  it('is followed by the try that a lost database had, of the same sum', async () => {
    const { requestId, paymentId, ids } = await refunded({ status: 'failed' }, { status: 'succeeded' })
    const adopt = (amountPence: number) => {
      const lost = { refundId: newId(), paymentId, amountPence: pence(amountPence), accountId: 'acct_1', now }
      return inTransaction(tx => adoptSecondTry(tx, lost)).then(
        row => row && { ...row, lostId: lost.refundId },
      )
    }
    expect(await adopt(499)).toBeUndefined()
    const adopted = await adopt(500)
    expect(adopted).toMatchObject({ id: adopted?.lostId, reason: `again:${ids[0]}`, status: 'pending' })
    expect(adopted?.accountId).toBe('acct_1')
    expect(await statusesOf(requestId)).toEqual(['pending', 'replaced', 'succeeded'])
    expect(await adopt(500)).toBeUndefined()
  })

  it('is followed by our own try of it, whose row one by hand had taken that came back', async () => {
    const { requestId, paymentId, ids } = await refunded({ status: 'failed', reason: 'again:one' })
    const lost = { refundId: ids[0] ?? '', paymentId, amountPence: pence(500), accountId: null, now }
    const adopted = await inTransaction(tx => adoptSecondTry(tx, lost))
    expect(adopted).toMatchObject({ reason: `again:${ids[0]}`, status: 'pending' })
    expect(await statusesOf(requestId)).toEqual(['pending', 'replaced'])
  })

  /** A refund whose transfer was made while one by hand took its row; answers how its row is found. */
  async function besideOneByHand(stored: Stored) {
    const { requestId, paymentId, ids } = await refunded(stored)
    const [refundId = '', chargeId] = [ids[0], `ch_${requestId}`]
    await database.db.update(payments).set({ chargeId }).where(eq(payments.id, paymentId))
    const work: object[] = []
    const outbox = {
      add: async (_tx: unknown, _topic: unknown, payload: object) => void work.push(payload),
      addLater: async () => undefined,
      nudge: () => undefined,
    }
    const transfer: TransferFacts = {
      ...{ transferId: `tr_${requestId}`, accountId: 'acct_1', amountPence: pence(500), chargeId },
      ...{ requestId: `refund:${refundId}`, reversedPence: pence(0), reversals: [] },
    }
    const find = (facts = transfer) =>
      inTransaction(tx => refundOfTransfer({ outbox }, tx, { refundId, transfer: facts, now }))
    return { refundId, transfer, find, work }
  }

  it.each(['pending', 'sent', 'succeeded'] as const)(
    'and went by a transfer has its row back from one by hand that is %s',
    async status => {
      const providerRefundId = `re_hand_${status}`
      const { refundId, transfer, find, work } = await besideOneByHand({
        ...{ status, providerRefundId, reference: '74207' },
      })
      const { transferId, accountId } = transfer
      for (let times = 0; times < 2; times++)
        expect(await find()).toMatchObject({
          ...{ id: refundId, status: 'succeeded', providerRefundId: null, reference: null },
          ...{ transferId, accountId },
        })
      expect(work).toEqual([{ id: providerRefundId }])
    },
  )

  it.each(['replaced', 'covered'] as const)('and is %s through one by hand keeps its row', async status => {
    const { find, work } = await besideOneByHand({ status, providerRefundId: `re_hand_${status}` })
    expect([await find(), work]).toEqual([undefined, []])
  })

  it('is followed by the transfer whose row one by hand had taken that came back', async () => {
    const stored = { status: 'failed', providerRefundId: 're_back' } as const
    const { refundId, transfer, find, work } = await besideOneByHand(stored)
    const adopted = await find()
    const { transferId } = transfer
    // Nothing may send it again, also where the process ends here.
    expect(adopted).toMatchObject({
      ...{ reason: `again:${refundId}`, status: 'succeeded', accountId: 'acct_1', transferId },
    })
    expect((await find())?.id).toBe(adopted?.id)
    expect(await find({ ...transfer, transferId: 'tr_other' })).toBeUndefined()
    expect(work).toEqual([])
  })
})

it('a refund by hand that moved nothing has no row of ours that waits', async () => {
  const { paymentId, ids } = await refunded({ status: 'pending' })
  const byHand: RefundFacts = {
    ...{ providerRefundId: 're_hand', refundId: null, reason: null, intentId: 'pi_1' },
    ...{ amountPence: pence(500), status: 'failed', hasMoved: false, hasReturned: false, reference: null },
  }
  expect(await findRefundOf(database.db, paymentId, byHand)).toBeUndefined()
  expect((await findRefundOf(database.db, paymentId, { ...byHand, refundId: ids[0] ?? '' }))?.id).toBe(ids[0])
  const moved = { ...byHand, status: 'succeeded', hasMoved: true } as const
  expect((await findRefundOf(database.db, paymentId, moved))?.id).toBe(ids[0])
})
